import { isNull, sql } from 'drizzle-orm';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { beginErasure } from './begin-erasure.ts';
import { eraseAccount } from './erase-account.ts';
import type { ErasureServices } from './erasure-services.ts';

/**
 * Erases the listed accounts that a restored backup brought back, and notes all of them as erased.
 * @returns how many it brought back
 */
export async function eraseAgain(services: ErasureServices, listed: readonly string[]): Promise<number> {
  const { db, now } = services;
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(listed)}::text::jsonb))`;
  const there = await db.select({ id: users.id }).from(users).where(sql`${users.id} in ${ids}`);
  for (const { id } of there) await beginErasure(services, id);
  const at = sql`${now().toISOString()}::text::timestamptz`;
  await db.execute(
    sql`insert into erased_accounts (user_id, begun_at, done_at) select value, ${at}, ${at} from ${ids} as listed(value) on conflict do nothing`,
  );
  await finishErasures(services);
  return there.length;
}

/**
 * Completes erasures that ended early. Each begins again: a sign-in that waited for the first beginning may have come after it.
 * @throws the first failure, after it has tried all of them
 */
export async function finishErasures(services: ErasureServices, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const begun = await services.db.select({ userId: erasedAccounts.userId }).from(erasedAccounts).where(isNull(erasedAccounts.doneAt));
  for (const { userId } of begun) {
    signal?.throwIfAborted();
    try {
      await beginErasure(services, userId);
      await eraseAccount(services, userId, signal);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
