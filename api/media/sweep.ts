import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL } from 'drizzle-orm';
import { DELETED_KEPT_DAYS, KEY_KEPT_DAYS, UPLOAD_KEPT_DAYS } from '../contract/limits.ts';
import type { Transaction } from '../db/database.ts';
import { videos } from '../db/tables/log.ts';
import { objects, uploads } from '../db/tables/media.ts';
import { settleObject } from './finalize.ts';
import { takeLease } from './lease.ts';
import type { MediaServices } from './media-services.ts';
import type { MediaStore } from './media-store.ts';
import { newName, objectNameOf, objectPathOf } from './object-names.ts';
import { isObjectUsed } from './object-use.ts';
import { sweepScratch } from './scratch.ts';
import type { UploadLocker } from './upload-locker.ts';

type SweepServices = MediaServices & { store: MediaStore; locker: UploadLocker };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A file without a row may be one whose row is about to be written. */
const ORPHAN_AFTER_MS = DAY_MS;
/** Rows looked at in one sweep: every object has its turn, and none waits for all the others. */
const WALK_ROWS = 5_000;
const BATCH = 500;

export interface SweepReport {
  abandonedUploads: number;
  unusedObjects: number;
  orphanedFiles: number;
}

/** Runs the sweep now and every hour, on one replica at a time. */
export function startMediaSweeps(services: SweepServices): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const run = () => {
    running = sweepUnderLease(services).catch((error: unknown) => {
      services.log.error({ err: error, what: 'media' }, 'sweep failed; the next is in an hour');
    });
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

async function sweepUnderLease(services: SweepServices): Promise<void> {
  const lease = await takeLease({ ...services, name: 'sweep:media' });
  if (!lease) return;
  try {
    const report = await sweepMedia(services);
    services.log.info(report, 'media swept');
  } finally {
    await lease.release();
  }
}

/** Throws away what nobody needs any more. Nothing that a row names is ever touched; repeating it does no harm. */
export async function sweepMedia(services: SweepServices): Promise<SweepReport> {
  const abandonedUploads = await sweepUploads(services);
  const afterDeletion = await sweepDeleted(services);
  const afterWalk = await sweepUnused(services);
  const orphanedFiles = (await sweepUploadFiles(services)) + (await sweepObjectFiles(services));
  await sweepScratch(services.env.dataDir, new Date(services.now().getTime() - ORPHAN_AFTER_MS));
  return { abandonedUploads, unusedObjects: afterDeletion + afterWalk, orphanedFiles };
}

/** Uploads go seven days after their last byte; rows of finished ones stay as long as a finalize may be repeated. */
async function sweepUploads({ db, now, store }: SweepServices): Promise<number> {
  await db.delete(uploads).where(and(isNotNull(uploads.objectPath), lt(uploads.lastByteAt, daysBefore(now(), KEY_KEPT_DAYS))));
  const gone = await db
    .delete(uploads)
    .where(and(isNull(uploads.objectPath), lt(uploads.lastByteAt, daysBefore(now(), UPLOAD_KEPT_DAYS))))
    .returning({ id: uploads.id });
  for (const { id } of gone) await store.removeUpload(id);
  return gone.length;
}

/** Media of sessions that can be restored no longer go at once. */
async function sweepDeleted(services: SweepServices): Promise<number> {
  const { db, now } = services;
  const cut = daysBefore(now(), DELETED_KEPT_DAYS);
  let removed = 0;
  for (;;) {
    const rows = await db
      .select({ id: videos.id, videoUrl: videos.videoUrl, thumbnailUrl: videos.thumbnailUrl })
      .from(videos)
      .where(and(lt(videos.deletedAt, cut), or(isNotNull(videos.videoUrl), not(eq(videos.thumbnailUrl, '')))))
      .limit(BATCH);
    if (rows.length === 0) return removed;
    const paths = rows.flatMap(({ videoUrl, thumbnailUrl }) => [videoUrl ?? '', thumbnailUrl]).filter((path) => path !== '');
    removed += await removeObjects(services, inArray(objects.path, paths), cut);
    await db
      .update(videos)
      .set({ videoUrl: null, thumbnailUrl: '', mediaType: null, durationSeconds: null, derived: [] })
      .where(inArray(videos.id, rows.map(({ id }) => id)));
  }
}

/**
 * Objects that no row has named for thirty days, such as a picture that was replaced, or a video whose session never
 * came. Paths are random, so a walk from a random one gives every object its turn without remembering where the last ended.
 */
async function sweepUnused(services: SweepServices): Promise<number> {
  const { db, now, randomBytes } = services;
  const cut = daysBefore(now(), DELETED_KEPT_DAYS);
  const isUsed = isObjectUsed(cut);
  const walk = (start: string, limit: number) =>
    db.select({ path: objects.path }).from(objects).where(gt(objects.path, start)).orderBy(asc(objects.path)).limit(limit);
  const first = await walk(objectPathOf(newName(randomBytes)), WALK_ROWS);
  // Past the last path the walk goes on at the first, for what there is still room for.
  const rest = first.length < WALK_ROWS ? await walk('', WALK_ROWS - first.length) : [];
  const paths = [...new Set([...first, ...rest].map(({ path }) => path))];

  let removed = 0;
  for (let start = 0; start < paths.length; start += BATCH) {
    const these = inArray(objects.path, paths.slice(start, start + BATCH));
    await db.update(objects).set({ unusedSince: null }).where(and(these, isNotNull(objects.unusedSince), isUsed));
    removed += await removeObjects(services, and(these, lt(objects.unusedSince, cut))!, cut);
    await db.update(objects).set({ unusedSince: now() }).where(and(these, isNull(objects.unusedSince), not(isUsed)));
  }
  return removed;
}

/** The row goes first: a file without a row is an orphan that the next sweep finds, a row without a file is a loss. */
async function removeObjects({ db, store }: SweepServices, which: SQL, cut: Date): Promise<number> {
  const unused = and(which, not(isObjectUsed(cut)));
  const { gone, derived } = await db.transaction(async (tx: Transaction) => {
    // Waits for sessions that come to name one in this moment (see `mustBeOwnObject`), and then looks again.
    const held = await tx.select({ path: objects.path }).from(objects).where(unused).orderBy(asc(objects.path)).for('update');
    const these = and(inArray(objects.path, held.map(({ path }) => path)), unused);
    // Their rows go with the row that they were made of.
    const derived = await tx
      .select({ path: objects.path, from: objects.derivedFrom })
      .from(objects)
      .where(inArray(objects.derivedFrom, held.map(({ path }) => path)));
    return { gone: await tx.delete(objects).where(these).returning({ path: objects.path }), derived };
  });
  const paths = new Set(gone.map(({ path }) => path));
  for (const { path, from } of derived) if (from && paths.has(from)) paths.add(path);
  for (const path of paths) await store.removeObject(objectNameOf(path));
  return gone.length;
}

/** Bytes of uploads without a row, and finalizes that the end of the process cut short. */
async function sweepUploadFiles({ db, store, locker, now, log }: SweepServices): Promise<number> {
  let removed = 0;
  for await (const files of inBatches(store.listUploads())) {
    const names = files.map(({ name }) => name);
    const rows = await db
      .select({ id: uploads.id, object: objects })
      .from(uploads)
      .leftJoin(objects, eq(objects.path, uploads.objectPath))
      .where(inArray(uploads.id, names));
    const known = new Map(rows.map((row) => [row.id, row.object]));
    for (const { name, lastChangedAt } of files) {
      const object = known.get(name);
      if (object) {
        await locker.hold(name, () => settleObject(store, name, object)).catch((error: unknown) => {
          // Others must not wait for this one, which has its turn at the next sweep.
          log.warn({ err: error, object: object.path }, 'an object could not be brought to its place');
        });
      } else if (!known.has(name) && isOrphan(lastChangedAt, now())) {
        await store.removeUpload(name);
        removed += 1;
      }
    }
  }
  return removed;
}

async function sweepObjectFiles({ db, store, now }: SweepServices): Promise<number> {
  let removed = 0;
  for await (const files of inBatches(store.listObjects())) {
    const orphans = files.filter(({ lastChangedAt }) => isOrphan(lastChangedAt, now()));
    const paths = orphans.map(({ name }) => objectPathOf(name));
    const rows = await db.select({ path: objects.path }).from(objects).where(inArray(objects.path, paths));
    const known = new Set(rows.map(({ path }) => path));
    for (const { name } of orphans) {
      if (known.has(objectPathOf(name))) continue;
      await store.removeObject(name);
      removed += 1;
    }
  }
  return removed;
}

async function* inBatches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const isOrphan = (lastChangedAt: Date, now: Date) => now.getTime() - lastChangedAt.getTime() > ORPHAN_AFTER_MS;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
