import type { Queryable, Transaction } from './database.ts';
import { installation } from './tables/installation.ts';

export type Installation = typeof installation.$inferSelect;

/** The row of this installation, locked until the transaction ends. The first caller makes it. */
export async function lockInstallation(tx: Transaction): Promise<Installation> {
  await tx.insert(installation).values({}).onConflictDoNothing();
  const [row] = await tx.select().from(installation).for('update');
  if (!row) throw new Error('The row of the installation is missing.');
  return row;
}

/** Notes that a backup was restored: sweeps then delete nothing for 30 days (decision 59). */
export async function noteRestored(db: Queryable, at: Date): Promise<void> {
  await db.insert(installation).values({ restoredAt: at }).onConflictDoUpdate({ target: installation.single, set: { restoredAt: at } });
}
