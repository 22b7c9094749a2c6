import { eq, inArray } from 'drizzle-orm';
import { objects, uploads } from '../../db/tables/media.ts';
import { placeObject } from '../uploads/finalize.ts';
import { inBatchesOf } from './set-aside.ts';
import type { SweepServices } from './sweep-services.ts';
import { walkOn } from '../../sweep-walk.ts';

type CompleteServices = Omit<SweepServices, 'agesUntil'>;

/** Completes finalizes that a crash interrupted. It deletes nothing, so it does not wait for the age gate. */
export async function completeFinalizes(services: CompleteServices): Promise<void> {
  await walkOn({
    ...services,
    name: 'finalizes',
    batchesAfter: (after) => inBatchesOf(services.store.listUploads(after)),
    look: (files) =>
      completeAmong(
        services,
        files.map(({ name }) => name),
      ),
  });
}

async function completeAmong({ db, store, locker, log }: CompleteServices, ids: readonly string[]): Promise<void> {
  const finished = await db
    .select({ id: uploads.id, object: objects })
    .from(uploads)
    .innerJoin(objects, eq(objects.path, uploads.objectPath))
    .where(inArray(uploads.id, [...ids]));
  for (const { id, object } of finished) {
    await locker
      .hold(id, () => placeObject(store, id, object))
      .catch((error: unknown) => {
        // Continue with the others; the next sweep retries this one.
        log.warn({ err: error, object: object.path }, 'an object could not be moved to its final path');
      });
  }
}
