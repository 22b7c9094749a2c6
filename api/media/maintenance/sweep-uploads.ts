import { and, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { KEY_KEPT_DAYS, UPLOAD_KEPT_DAYS } from '../../contract/limits.ts';
import { uploads } from '../../db/tables/media.ts';
import { inBatches } from '../../sweep-time.ts';
import { removeFiles } from './remove-files.ts';
import type { SweepServices } from './sweep-services.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
const FILES_AT_ONCE = 10;

type UploadServices = Pick<SweepServices, 'db' | 'store' | 'stepMs'>;

/**
 * Deletes uploads seven days after their last byte. Rows of finished ones stay as long as a finalize may be repeated.
 */
export async function sweepUploads(services: SweepServices): Promise<number> {
  const daysAgo = (days: number) => new Date(services.agesUntil.getTime() - days * DAY_MS);
  const finished = and(isNotNull(uploads.objectPath), lt(uploads.lastByteAt, daysAgo(KEY_KEPT_DAYS)));
  await inBatches(services.stepMs, BATCH, async () => (await forget(services, finished, BATCH)).length);
  return removeUnfinished(services, daysAgo(UPLOAD_KEPT_DAYS));
}

/** Deletes unfinished uploads whose last byte came before a moment, for a minute at most. @returns how many */
export async function removeUnfinished(services: UploadServices, before: Date): Promise<number> {
  const { store, stepMs } = services;
  return inBatches(stepMs, FILES_AT_ONCE, async () => {
    const abandoned = await forget(services, and(isNull(uploads.objectPath), lt(uploads.lastByteAt, before)), FILES_AT_ONCE);
    await removeFiles(
      abandoned.map(({ id }) => id),
      (id) => store.removeUpload(id),
    );
    return abandoned.length;
  });
}

async function forget({ db }: UploadServices, which: SQL | undefined, atOnce: number): Promise<{ id: string }[]> {
  const some = db.select({ id: uploads.id }).from(uploads).where(which).orderBy(uploads.lastByteAt).limit(atOnce);
  return db.delete(uploads).where(inArray(uploads.id, some)).returning({ id: uploads.id });
}
