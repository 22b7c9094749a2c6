import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL } from 'drizzle-orm';
import { DELETED_KEPT_DAYS } from '../../contract/limits.ts';
import type { Transaction } from '../../db/database.ts';
import { videos } from '../../db/tables/training.ts';
import { objects } from '../../db/tables/media.ts';
import { inBatches } from '../../sweep-time.ts';
import { objectNameOf } from '../store/object-names.ts';
import { isObjectUsed } from './object-use.ts';
import { removeFiles, ROWS_AT_ONCE } from './remove-files.ts';
import type { SweepServices } from './sweep-services.ts';
import { walkOn } from '../../sweep-walk.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;

/** Deletes media of sessions that can no longer be restored. */
export async function sweepDeleted(services: SweepServices): Promise<number> {
  const { db, agesUntil, stepMs } = services;
  const cut = restorableSince(agesUntil);
  let removed = 0;
  await inBatches(stepMs, BATCH, async () => {
    const rows = await db
      .select({ id: videos.id, videoUrl: videos.videoUrl, thumbnailUrl: videos.thumbnailUrl })
      .from(videos)
      .where(and(lt(videos.deletedAt, cut), or(isNotNull(videos.videoUrl), not(eq(videos.thumbnailUrl, '')))))
      .limit(BATCH);
    if (rows.length === 0) return 0;
    const paths = rows.flatMap(({ videoUrl, thumbnailUrl }) => [videoUrl ?? '', thumbnailUrl]).filter((path) => path !== '');
    removed += await removeObjects(services, inArray(objects.path, paths), cut);
    await db
      .update(videos)
      .set({ videoUrl: null, thumbnailUrl: '', mediaType: null, durationSeconds: null, derived: [] })
      .where(
        inArray(
          videos.id,
          rows.map(({ id }) => id),
        ),
      );
    return rows.length;
  });
  return removed;
}

/**
 * Deletes objects that no row has named for `DELETED_KEPT_DAYS`, such as a replaced picture, or a video whose session
 * never arrived.
 */
export async function sweepUnused(services: SweepServices): Promise<number> {
  const { db, now, agesUntil } = services;
  const cut = restorableSince(agesUntil);
  const isUsed = isObjectUsed(cut);
  let removed = 0;
  const look = async (rows: { name: string }[]) => {
    const these = inArray(
      objects.path,
      rows.map(({ name }) => name),
    );
    await db
      .update(objects)
      .set({ unusedSince: null })
      .where(and(these, isNotNull(objects.unusedSince), isUsed));
    removed += await removeObjects(services, and(these, lt(objects.unusedSince, cut))!, cut);
    await db
      .update(objects)
      .set({ unusedSince: now() })
      .where(and(these, isNull(objects.unusedSince), not(isUsed)));
  };
  await walkOn({ ...services, name: 'objects', batchesAfter: (after) => objectsAfter(services, after), look });
  return removed;
}

async function* objectsAfter({ db }: SweepServices, start: string): AsyncGenerator<{ name: string }[]> {
  for (let after: string | undefined = start; after !== undefined; ) {
    const rows: { name: string }[] = await db
      .select({ name: objects.path })
      .from(objects)
      .where(gt(objects.path, after))
      .orderBy(asc(objects.path))
      .limit(BATCH);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.name;
  }
}

/** Deletes the row first: the next sweep sets a file without a row aside, but a row without a file is a loss. */
async function removeObjects(services: SweepServices, which: SQL, cut: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const { looked, gone } = await removeSome(services, which, cut);
    removed += gone;
    if (looked < ROWS_AT_ONCE) return removed;
  }
}

async function removeSome({ db, store }: SweepServices, which: SQL, cut: Date): Promise<{ looked: number; gone: number }> {
  const unused = and(which, not(isObjectUsed(cut)));
  const { looked, gone, derived } = await db.transaction(async (tx: Transaction) => {
    // Waits for sessions that start to name one right now (see `mustBeOwnObject`); the delete then checks again.
    const held = await tx
      .select({ path: objects.path })
      .from(objects)
      .where(unused)
      .orderBy(asc(objects.path))
      .limit(ROWS_AT_ONCE)
      .for('update');
    const these = and(
      inArray(
        objects.path,
        held.map(({ path }) => path),
      ),
      unused,
    );
    // Deleting the original's row deletes these rows too.
    const derived = await tx
      .select({ path: objects.path, from: objects.derivedFrom })
      .from(objects)
      .where(
        inArray(
          objects.derivedFrom,
          held.map(({ path }) => path),
        ),
      );
    return { looked: held.length, gone: await tx.delete(objects).where(these).returning({ path: objects.path }), derived };
  });
  const paths = new Set(gone.map(({ path }) => path));
  for (const { path, from } of derived) if (from && paths.has(from)) paths.add(path);
  await removeFiles(paths, (path) => store.removeObject(objectNameOf(path)));
  return { looked, gone: gone.length };
}

const restorableSince = (agesUntil: Date) => new Date(agesUntil.getTime() - DELETED_KEPT_DAYS * DAY_MS);
