import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { sweepWalks } from '../db/tables/installation.ts';
import { type SweepTime, timeForStep } from '../sweep-time.ts';

/**
 * Walks through `batches` until the time of the step is up, and goes on after that batch at the next sweep; after the
 * last it begins anew.
 * @param batchesAfter everything after a name, in order, never an empty batch; '' for all
 */
export async function walkOn<T extends { name: string }>(
  { db, stepMs }: { db: Database; stepMs?: number | undefined },
  name: string,
  batchesAfter: (after: string) => AsyncIterable<T[]>,
  look: (batch: T[]) => Promise<void>,
): Promise<void> {
  const time: SweepTime = timeForStep(stepMs);
  const [walk] = await db.select({ after: sweepWalks.after }).from(sweepWalks).where(eq(sweepWalks.name, name));
  let after = '';
  for await (const batch of batchesAfter(walk?.after ?? '')) {
    await look(batch);
    if (!time.isUp()) continue;
    after = batch.at(-1)!.name;
    break;
  }
  await db.insert(sweepWalks).values({ name, after }).onConflictDoUpdate({ target: sweepWalks.name, set: { after } });
}
