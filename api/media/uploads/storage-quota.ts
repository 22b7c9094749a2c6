import { and, eq, isNull, sum } from 'drizzle-orm';
import { DELETED_KEPT_DAYS, MEDIA_MAX_BYTES } from '../../contract/limits.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { objects, uploads } from '../../db/tables/media.ts';
import { users } from '../../db/tables/people.ts';
import { Refusal } from '../../errors.ts';

const inWords = (bytes: number) => {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Number(gigabytes.toFixed(1))} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
};

export const tooLarge = () => new Refusal('too_large', `This file is larger than ${MEDIA_MAX_BYTES / 1024 ** 2} MB.`);

/** Deleted media count against the quota while they can be restored. */
export const quotaExceeded = (userMediaBytes: number) =>
  new Refusal(
    'media_full',
    `Your ${inWords(userMediaBytes)} for videos and pictures are used up. Deleting frees space ${DELETED_KEPT_DAYS} days later.`,
  );

/** How many bytes one person may still send. Finished and unfinished media count (R97). */
export async function quotaLeft(db: Database, userId: string, userMediaBytes: number): Promise<number> {
  const [kept, [coming]] = await Promise.all([
    storedBytes(db, userId),
    db
      .select({ bytes: sum(uploads.received) })
      .from(uploads)
      .where(and(eq(uploads.ownerId, userId), isNull(uploads.objectPath))),
  ]);
  return userMediaBytes - kept - Number(coming?.bytes ?? 0);
}

/** Bytes of one person's finished media, without derived files. */
export async function storedBytes(db: Database, userId: string): Promise<number> {
  const [kept] = await db
    .select({ bytes: sum(objects.servedSize) })
    .from(objects)
    .where(and(eq(objects.ownerId, userId), isNull(objects.derivedFrom)));
  return Number(kept?.bytes ?? 0);
}

/**
 * Serialises writers that count one person's bytes before adding to them. Rows that only reference the person do not
 * wait.
 */
export async function lockQuotaOf(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
