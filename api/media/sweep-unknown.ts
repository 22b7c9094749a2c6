import { eq, inArray } from 'drizzle-orm';
import { objects, uploads } from '../db/tables/media.ts';
import { settleObject } from './finalize.ts';
import { addUnknown, type Found, listFiles } from './find-unknown.ts';
import { bringBackKnown, inBatchesOf, isMoreThanFew, pathOf, setAside } from './set-aside.ts';
import type { SweepServices } from './sweep-services.ts';
import { walkOn } from './sweep-walk.ts';

/**
 * Looks for files without a row and sets them aside, unless they are more than a few: then the database is likely to be
 * the wrong one. Also completes finalizes that the end of the process cut short.
 * @returns how many were set aside; null when there were more than a few, and nothing may be swept
 */
export async function sweepUnknown(services: SweepServices): Promise<number | null> {
  const { db, store, agesUntil, log } = services;
  const asideBefore = new Set((await bringBackKnown(db, store)).map(pathOf));
  const found: Found = { seen: 0, unknown: [] };
  await walkOn(services, 'upload files', (after) => inBatchesOf(listFiles(store, 'upload', after)), async (files) => {
    await addUnknown(db, 'upload', files, agesUntil, found);
    await settleCutShort(services, files.map(({ name }) => name));
  });
  await walkOn(services, 'object files', (after) => inBatchesOf(listFiles(store, 'object', after)), (files) =>
    addUnknown(db, 'object', files, agesUntil, found),
  );

  const { seen, unknown } = found;
  const fresh = unknown.filter((file) => !asideBefore.has(pathOf(file)));
  if (isMoreThanFew(fresh.length, seen)) {
    log.error({ unknown: fresh.length, seen }, 'many media files have no row: is this the right database? The sweep of media has stopped and deletes nothing; see npm run check-media');
    return null;
  }
  for (const file of fresh) await setAside(store, file);
  return fresh.length;
}

async function settleCutShort({ db, store, locker, log }: SweepServices, ids: readonly string[]): Promise<void> {
  const finished = await db
    .select({ id: uploads.id, object: objects })
    .from(uploads)
    .innerJoin(objects, eq(objects.path, uploads.objectPath))
    .where(inArray(uploads.id, [...ids]));
  for (const { id, object } of finished) {
    await locker.hold(id, () => settleObject(store, id, object)).catch((error: unknown) => {
      // Others must not wait for this one, which has its turn at the next sweep.
      log.warn({ err: error, object: object.path }, 'an object could not be brought to its place');
    });
  }
}
