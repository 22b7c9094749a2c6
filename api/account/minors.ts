import { asc, eq, inArray } from 'drizzle-orm';
import { UNDER_18 } from '../contract/entities/user.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/tables/people.ts';
import { notFound, Refusal } from '../errors.ts';
import type { MutationContext } from '../routes/mutation-handler.ts';

/**
 * For a change that shows something to strangers. The answer stays as it is until the transaction ends.
 * @throws Refusal 403 if the actor is under 18
 */
export async function mustNotBeMinor({ tx, actor }: Pick<MutationContext, 'tx' | 'actor'>, message: string): Promise<void> {
  const [person] = await tx.select({ isAdult: users.isAdult }).from(users).where(eq(users.id, actor.userId)).for('no key update');
  if (person?.isAdult === false) throw new Refusal('forbidden', message);
}

/**
 * For a request without a link, which neither a person under 18 sends nor receives.
 * @throws Refusal 403 if the actor is under 18, 404 if the other person is
 */
export async function mustBothBeAdults(tx: Transaction, actorId: string, otherId: string): Promise<void> {
  // In order of their ids, and held, so that an answer of this moment finds the request.
  const both = await tx
    .select({ id: users.id, isAdult: users.isAdult })
    .from(users)
    .where(inArray(users.id, [actorId, otherId]))
    .orderBy(asc(users.id))
    .for('share');
  const minors = both.filter(({ isAdult }) => isAdult === false);
  if (minors.some(({ id }) => id === actorId)) throw new Refusal('forbidden', UNDER_18.asks);
  if (minors.length > 0) throw notFound();
}
