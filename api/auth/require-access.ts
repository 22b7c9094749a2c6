import type { Context } from 'hono';
import { MESSAGES } from '../contract/errors.ts';
import { notFound, Refusal } from '../errors.ts';
import type { AppEnv, SignedIn } from '../services.ts';

/** The signed-in person. @throws Refusal 401 for a visitor */
export function mustBeSignedIn(c: Context<AppEnv>): SignedIn {
  const person = c.var.signedIn;
  if (!person) throw new Refusal('unauthenticated', 'Please sign in');
  return person;
}

/** The same, with beta access. @throws Refusal 401, or 403 in the product's words (R9) */
export function mustHaveBetaAccess(c: Context<AppEnv>): SignedIn {
  const person = mustBeSignedIn(c);
  if (!person.hasBetaAccess) throw betaRequired();
  return person;
}

/** The same, or someone whose beta access was removed, for reading only their own rows (R170). @throws Refusal 401, 403 */
export function mustHaveOwnRows(c: Context<AppEnv>): SignedIn {
  const person = mustBeSignedIn(c);
  if (!person.hasBetaAccess && !person.wasRemoved) throw betaRequired();
  return person;
}

const betaRequired = () => new Refusal('beta_required', MESSAGES.betaRequired);

/** The refusal for a row that the person may not see. Without beta access, it is the same as for every other call. */
export const hiddenFrom = ({ hasBetaAccess }: SignedIn): Refusal => (hasBetaAccess ? notFound() : betaRequired());

/** The same, as an admin. @throws Refusal 401 or 403 */
export function mustBeAdmin(c: Context<AppEnv>): SignedIn {
  const person = mustHaveBetaAccess(c);
  if (!person.isAdmin) throw new Refusal('forbidden', 'This is for admins only');
  return person;
}
