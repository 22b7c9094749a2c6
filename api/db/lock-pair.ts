import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/**
 * Waits for other transactions that lock the same two people, in either order. What the caller then reads of what is between
 * them stays true until it commits.
 */
export async function lockPair(tx: Transaction, oneId: string, otherId: string): Promise<void> {
  const pair = [oneId, otherId].toSorted((a, b) => (a < b ? -1 : 1)).join();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${pair}::text, 0))`);
}
