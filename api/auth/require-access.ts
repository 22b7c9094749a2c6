import type { Context } from 'hono';
import { MESSAGES } from '../contract/errors.ts';
import { notFound, Refusal } from '../errors.ts';
import type { AppEnv, SignedIn } from '../services.ts';

/** The signed-in person. @throws Refusal 401 for a visitor, 410 for a browser whose account has been deleted */
export function mustBeSignedIn(c: Context<AppEnv>): SignedIn {
  const person = c.var.signedIn;
  if (!person && c.var.wasErased) throw new Refusal('account_deleted', MESSAGES.accountDeleted);
  if (!person) throw new Refusal('unauthenticated', 'Please sign in');
  return person;
}

/** The signed-in person with beta access. @throws Refusal 401, or 403 with `MESSAGES.betaRequired` (R9) */
export function mustHaveBetaAccess(c: Context<AppEnv>): SignedIn {
  const person = mustBeSignedIn(c);
  if (!person.hasBetaAccess) throw betaRequired();
  return person;
}

/** A person with beta access, or one who lost it and may still read their own rows (R170). @throws Refusal 401 or 403 */
export function mustHaveOwnRows(c: Context<AppEnv>): SignedIn {
  const person = mustBeSignedIn(c);
  if (!person.hasBetaAccess && !person.wasRemoved) throw betaRequired();
  return person;
}

const betaRequired = () => new Refusal('beta_required', MESSAGES.betaRequired);

/** 404 for a row that the person may not see; 403 without beta access. */
export const hiddenFrom = ({ hasBetaAccess }: SignedIn): Refusal => (hasBetaAccess ? notFound() : betaRequired());

/** The signed-in admin. @throws Refusal 401 or 403 */
export function mustBeAdmin(c: Context<AppEnv>): SignedIn {
  const person = mustHaveBetaAccess(c);
  if (!person.isAdmin) throw new Refusal('forbidden', 'This is for admins only');
  return person;
}
