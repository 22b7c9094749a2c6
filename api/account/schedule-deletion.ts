import { eq, sql } from 'drizzle-orm';
import { accessTopic } from '../auth/access-topic.ts';
import { settleAbsences } from '../auth/removed-people.ts';
import { DELETION_WAIT_DAYS } from '../contract/limits.ts';
import { users } from '../db/tables/people.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes the account in `DELETION_WAIT_DAYS`. Until then the person is absent for others, and sees only how to keep it.
 * @returns when
 */
export async function scheduleDeletion(services: Services, userId: string): Promise<Date> {
  const deleteAt = new Date(services.now().getTime() + DELETION_WAIT_DAYS * DAY_MS);
  await change(services, userId, deleteAt);
  return deleteAt;
}

/** Keeps an account that was to be deleted: everything is as before, but for the calendar's address. */
export const keepAccount = (services: Services, userId: string): Promise<void> => change(services, userId, null);

async function change(services: Services, userId: string, deleteAt: Date | null): Promise<void> {
  const { db, now, pokes } = services;
  const raised = await db.transaction(async (tx) => {
    const mine = eq(users.id, userId);
    await tx.update(users).set({ deleteAt }).where(mine);
    const raises = await settleAbsences(tx, services, mine);
    // Also a person whom others could not see must not be found by what they add from another device meanwhile.
    if (deleteAt)
      await tx
        .update(users)
        .set({ removedAt: sql`coalesce(${users.removedAt}, ${now().toISOString()}::text::timestamptz)` })
        .where(mine);
    return raiseFeeds(tx, services, raises);
  });
  pokes.publish([...raised.map(({ name }) => name), accessTopic(userId)]);
}
