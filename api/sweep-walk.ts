import { eq } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { sweepWalks } from './db/tables/installation.ts';
import { timeForStep } from './sweep-time.ts';

interface Walk<T> {
  db: Database;
  /** Time limit; a minute by default. */
  stepMs?: number | undefined;
  name: string;
  /** Everything after a name, in order and without empty batches; '' for all. */
  batchesAfter: (after: string) => AsyncIterable<T[]>;
  look: (batch: T[]) => Promise<void>;
}

/** Continues where the last sweep stopped, until the time is up. After the last batch, the next sweep starts over. */
export async function walkOn<T extends { name: string }>(walk: Walk<T>): Promise<void> {
  await keepWalk(walk.db, walk.name, await walkFromLast(walk));
}

/** Walks as `walkOn` does, but the next sweep starts where this one did unless the caller saves the end. @returns the end */
export async function walkFromLast<T extends { name: string }>({ db, stepMs, name, batchesAfter, look }: Walk<T>): Promise<string> {
  const time = timeForStep(stepMs);
  const [last] = await db.select({ after: sweepWalks.after }).from(sweepWalks).where(eq(sweepWalks.name, name));
  for await (const batch of batchesAfter(last?.after ?? '')) {
    await look(batch);
    if (time.isUp()) return batch.at(-1)!.name;
  }
  return '';
}

export async function keepWalk(db: Database, name: string, after: string): Promise<void> {
  await db.insert(sweepWalks).values({ name, after }).onConflictDoUpdate({ target: sweepWalks.name, set: { after } });
}
