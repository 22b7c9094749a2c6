import { isNull, lt, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from './database.ts';
import { installation } from './tables/installation.ts';

export type Installation = typeof installation.$inferSelect;

/** The row of this installation. The first caller makes it, in a statement of its own: its id survives what comes after. */
export async function findInstallation(db: Database): Promise<Installation> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select().from(installation);
  if (!row) throw new Error('The row of the installation is missing.');
  return row;
}

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

const NOTED_AGAIN_MS = 30 * 86_400_000;

/**
 * Notes that devices noticed a database that went back. Each of them does within days, and one that lies could: only the
 * first in 30 days counts.
 */
export async function noteNoticed(db: Queryable, at: Date): Promise<void> {
  await db
    .insert(installation)
    .values({ restoredAt: at })
    .onConflictDoUpdate({
      target: installation.single,
      set: { restoredAt: at },
      setWhere: or(isNull(installation.restoredAt), lt(installation.restoredAt, new Date(at.getTime() - NOTED_AGAIN_MS)))!,
    });
}
