import type { Context } from 'hono';
import { MESSAGES } from '../contract/errors.ts';
import { Refusal } from '../errors.ts';
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
  if (!person.hasBetaAccess) throw new Refusal('beta_required', MESSAGES.betaRequired);
  return person;
}

/** The same, as an admin. @throws Refusal 401 or 403 */
export function mustBeAdmin(c: Context<AppEnv>): SignedIn {
  const person = mustHaveBetaAccess(c);
  if (!person.isAdmin) throw new Refusal('forbidden', 'This is for admins only');
  return person;
}
