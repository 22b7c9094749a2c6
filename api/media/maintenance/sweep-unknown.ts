import { timeForStep } from '../../sweep-time.ts';
import { keepWalk, walkFromLast, walkOn } from '../../sweep-walk.ts';
import { addUnknown, type Found, listFiles } from './find-unknown.ts';
import { bringBackKnown, inBatchesOf, isMoreThanFew, KINDS, listSetAside, notSetAside, setAside, type UnknownFile } from './set-aside.ts';
import type { SweepServices } from './sweep-services.ts';

/**
 * Finds files without a row and sets them aside, unless there are more than a few: the database is then probably the
 * wrong one.
 * @returns how many were set aside; null when there were more than a few, and nothing may be swept
 */
export async function sweepUnknown(services: SweepServices): Promise<number | null> {
  const { db, store, agesUntil, log, stepMs } = services;
  for (const kind of KINDS) {
    await walkOn({
      ...services,
      name: `${kind} files set aside`,
      batchesAfter: (after) => inBatchesOf(listSetAside(store, kind, after)),
      look: async (files) => void (await bringBackKnown(db, store, kind, files)),
    });
  }
  let seen = 0;
  const fresh: UnknownFile[] = [];
  const walk = (kind: 'upload' | 'object') =>
    walkFromLast({
      ...services,
      name: `${kind} files`,
      batchesAfter: (after) => inBatchesOf(listFiles(store, kind, after)),
      async look(files) {
        const found: Found = { seen: 0, unknown: [] };
        await addUnknown(db, kind, files, agesUntil, found);
        seen += found.seen;
        fresh.push(...(await notSetAside(store, kind, found.unknown)));
      },
    });
  const [uploadsEnd, objectsEnd] = [await walk('upload'), await walk('object')];

  if (isMoreThanFew(fresh.length, seen)) {
    // Do not save the walks: the next sweep must find these files again and stop too, until an operator acts.
    log.error(
      { unknown: fresh.length, seen },
      'many media files have no row: is this the right database? The sweep of media has stopped and deletes nothing; see npm run check-media',
    );
    return null;
  }
  const time = timeForStep(stepMs);
  for (const [before, file] of fresh.entries()) {
    // Do not save the walks here either: the next sweep must find the rest.
    if (before > 0 && time.isUp()) return before;
    await setAside(store, file);
  }
  await keepWalk(db, 'upload files', uploadsEnd);
  await keepWalk(db, 'object files', objectsEnd);
  return fresh.length;
}
