import { addUnknown, type Found, listFiles } from './find-unknown.ts';
import { bringBackKnown, inBatchesOf, isMoreThanFew, pathOf, setAside } from './set-aside.ts';
import type { SweepServices } from './sweep-services.ts';
import { keepWalk, walkFromLast } from './sweep-walk.ts';

/**
 * Finds files without a row and sets them aside, unless there are more than a few: the database is then probably the
 * wrong one.
 * @returns how many were set aside; null when there were more than a few, and nothing may be swept
 */
export async function sweepUnknown(services: SweepServices): Promise<number | null> {
  const { db, store, agesUntil, log } = services;
  const asideBefore = new Set((await bringBackKnown(db, store)).map(pathOf));
  const found: Found = { seen: 0, unknown: [] };
  const walk = (kind: 'upload' | 'object') =>
    walkFromLast({
      ...services,
      name: `${kind} files`,
      batchesAfter: (after) => inBatchesOf(listFiles(store, kind, after)),
      look: (files) => addUnknown(db, kind, files, agesUntil, found),
    });
  const [uploadsEnd, objectsEnd] = [await walk('upload'), await walk('object')];

  const { seen, unknown } = found;
  const fresh = unknown.filter((file) => !asideBefore.has(pathOf(file)));
  if (isMoreThanFew(fresh.length, seen)) {
    // Do not save the walks: the next sweep must find these files again and stop too, until an operator acts.
    log.error(
      { unknown: fresh.length, seen },
      'many media files have no row: is this the right database? The sweep of media has stopped and deletes nothing; see npm run check-media',
    );
    return null;
  }
  for (const file of fresh) await setAside(store, file);
  await keepWalk(db, 'upload files', uploadsEnd);
  await keepWalk(db, 'object files', objectsEnd);
  return fresh.length;
}
