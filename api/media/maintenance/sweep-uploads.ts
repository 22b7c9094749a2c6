import { and, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { KEY_KEPT_DAYS, UPLOAD_KEPT_DAYS } from '../../contract/limits.ts';
import { uploads } from '../../db/tables/media.ts';
import { inBatches } from '../../sweep-time.ts';
import { removeFiles } from './remove-files.ts';
import type { SweepServices } from './sweep-services.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
const FILES_AT_ONCE = 10;

/** No request is sending this upload or making an object of it now: each holds its lease (`UploadLocker`). */
const isUntouched = sql`not exists (
  select 1 from leases where leases.name = 'upload:' || ${uploads.id} and leases.expires_at > now())`;

/**
 * Deletes uploads some days after their last byte. Rows of finished ones stay as long as a finalize may be repeated.
 */
export async function sweepUploads({ db, store, agesUntil, uploadsKeptDays = UPLOAD_KEPT_DAYS, stepMs }: SweepServices): Promise<number> {
  const before = (days: number) => lt(uploads.lastByteAt, new Date(agesUntil.getTime() - days * DAY_MS));
  const forget = async (which: SQL | undefined, atOnce: number) => {
    const some = db.select({ id: uploads.id }).from(uploads).where(which).orderBy(uploads.lastByteAt).limit(atOnce);
    // The row may have changed while this waited for it.
    return db
      .delete(uploads)
      .where(and(inArray(uploads.id, some), which))
      .returning({ id: uploads.id });
  };
  await inBatches(stepMs, BATCH, async () => (await forget(and(isNotNull(uploads.objectPath), before(KEY_KEPT_DAYS)), BATCH)).length);
  return inBatches(stepMs, FILES_AT_ONCE, async () => {
    const abandoned = await forget(and(isNull(uploads.objectPath), before(uploadsKeptDays), isUntouched), FILES_AT_ONCE);
    await removeFiles(
      abandoned.map(({ id }) => id),
      (id) => store.removeUpload(id),
    );
    return abandoned.length;
  });
}
