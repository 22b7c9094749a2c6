import { eq } from 'drizzle-orm';
import { accessTopic } from '../auth/access-topic.ts';
import { settleAbsences } from '../auth/removed-people.ts';
import { MESSAGES } from '../contract/errors.ts';
import { DELETION_WAIT_DAYS } from '../contract/limits.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { Refusal } from '../errors.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes the account in `DELETION_WAIT_DAYS`, or when its person has chosen before. Until then the person is absent for others, and
 * sees only how to keep it.
 * @param heldUntil until when reports of the person's rows hold the account (R380); null if none do
 * @returns when
 * @throws Refusal 410 if it has been deleted meanwhile
 */
export async function scheduleDeletion(services: Services, userId: string, heldUntil: Date | null = null): Promise<Date> {
  const inAWeek = new Date(services.now().getTime() + DELETION_WAIT_DAYS * DAY_MS);
  const chosen = heldUntil && heldUntil > inAWeek ? heldUntil : inAWeek;
  return change(services, userId, (before) => before ?? chosen);
}

/**
 * Keeps an account that was to be deleted: everything is as before, but for the calendar's address.
 * @throws Refusal 410 if it has been deleted meanwhile
 */
export const keepAccount = (services: Services, userId: string): Promise<null> => change(services, userId, () => null);

async function change<When extends Date | null>(services: Services, userId: string, choose: (before: Date | null) => When): Promise<When> {
  const { db, pokes } = services;
  const mine = eq(users.id, userId);
  const { deleteAt, raised } = await db.transaction(async (tx) => {
    const [person] = await tx.select({ deleteAt: users.deleteAt }).from(users).where(mine).for('update');
    // Read after the lock: an erasure that held it is noted by now.
    const isErased = (await tx.$count(erasedAccounts, eq(erasedAccounts.userId, userId))) > 0;
    if (!person || isErased) throw new Refusal('account_deleted', MESSAGES.accountDeleted);
    const deleteAt = choose(person.deleteAt);
    await tx.update(users).set({ deleteAt }).where(mine);
    return { deleteAt, raised: await raiseFeeds(tx, services, await settleAbsences(tx, services, mine)) };
  });
  pokes.publish([...raised.map(({ name }) => name), accessTopic(userId)]);
  return deleteAt;
}
