import { isNull, lt, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from './database.ts';
import { installation } from './tables/installation.ts';

export type Installation = typeof installation.$inferSelect;

/** The installation's row. The first caller creates it, in its own statement, so the id survives a later rollback. */
export async function findInstallation(db: Database): Promise<Installation> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select().from(installation);
  if (!row) throw new Error('The installation row is missing.');
  return row;
}

/** The installation's row, locked until the transaction ends. The first caller creates it. */
export async function lockInstallation(tx: Transaction): Promise<Installation> {
  await tx.insert(installation).values({}).onConflictDoNothing();
  const [row] = await tx.select().from(installation).for('update');
  if (!row) throw new Error('The installation row is missing.');
  return row;
}

/** Records that a backup was restored; sweeps then delete nothing for 30 days (docs/decisions/0059). */
export async function noteRestored(db: Queryable, at: Date): Promise<void> {
  await db
    .insert(installation)
    .values({ restoredAt: at })
    .onConflictDoUpdate({ target: installation.single, set: { restoredAt: at } });
}

const NOTED_AGAIN_MS = 30 * 86_400_000;

/**
 * Records that a device noticed lost data in the database. Every device reports a loss within days, and one could lie, so
 * only the first report in 30 days counts.
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
