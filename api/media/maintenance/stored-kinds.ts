import { and, count, isNull, lt, type SQL, sql, sum } from 'drizzle-orm';
import { peekAgeGate } from '../../age-gate.ts';
import type { Database } from '../../db/database.ts';
import { rowsOf } from '../../db/rows-of.ts';
import { uploads } from '../../db/tables/media.ts';
import type { Log } from '../../log.ts';
import type { MediaStore } from '../store/media-store.ts';
import { KINDS, listSetAside, mayBeReclaimed, type SetAside } from './set-aside.ts';

const DAY_MS = 86_400_000;
/** Each costs some requests to the bucket. */
const MEASURED_MOST = 500;
const MEASURED_AT_ONCE = 10;

export interface Stored {
  files: number;
  bytes: number;
}

export interface StoredKinds {
  originals: Stored;
  copies: Stored;
  deleted: Stored;
  unfinished: Stored & { idle: Stored };
  /** Null if the store does not answer. */
  setAside: { files: number; bytes: number | null; old: number } | null;
}

/** An admin may remove an upload after so many days without a byte. Its phone then sends it from the start. */
export const IDLE_DAYS = 1;

/** Media by kind, of all people. Reads every row of `objects`. */
export async function countStored({ db, store, log }: { db: Database; store: MediaStore; log: Log }): Promise<StoredKinds> {
  const agesUntil = await peekAgeGate(db);
  const setAside = await countSetAside(store, agesUntil).catch((error: unknown) => {
    log.warn({ err: error }, 'the media store cannot be read');
    return null;
  });
  return { ...(await countObjects(db)), unfinished: await countUnfinished(db, agesUntil), setAside };
}

const NOTHING: Stored = { files: 0, bytes: 0 };

/** Copies count as deleted when their original does. */
async function countObjects(db: Database): Promise<Pick<StoredKinds, 'originals' | 'copies' | 'deleted'>> {
  const rows = await rowsOf<{ kind: 'originals' | 'copies' | 'deleted'; files: number; bytes: string }>(
    db,
    sql`
      with deleted as (
        select v.video_url as path from videos v where v.deleted_at is not null and v.video_url is not null
        union select v.thumbnail_url from videos v where v.deleted_at is not null and v.thumbnail_url <> ''
        union select d.image from dogs d where d.deleted_at is not null and d.image is not null
        union select o.path from objects o where o.unused_since is not null),
      kinds as (
        select o.served_size,
          case when d.path is not null
              and not exists (select 1 from videos v where v.video_url = d.path and v.deleted_at is null)
              and not exists (select 1 from videos v where v.thumbnail_url = d.path and v.thumbnail_url <> '' and v.deleted_at is null)
              and not exists (select 1 from dogs g where g.image = d.path and g.deleted_at is null)
            then 'deleted'
            when o.derived_from is not null then 'copies'
            else 'originals' end as kind
        from objects o left join deleted d on d.path = coalesce(o.derived_from, o.path))
      select kind, count(*)::int as files, sum(served_size)::text as bytes from kinds group by kind`,
  );
  const of = (kind: string): Stored => {
    const found = rows.find((row) => row.kind === kind);
    return found ? { files: found.files, bytes: Number(found.bytes) } : NOTHING;
  };
  return { originals: of('originals'), copies: of('copies'), deleted: of('deleted') };
}

/** @param agesUntil null: nothing counts as idle */
async function countUnfinished(db: Database, agesUntil: Date | null): Promise<StoredKinds['unfinished']> {
  const read = async (age?: SQL): Promise<Stored> => {
    const [found] = await db
      .select({ files: count(), bytes: sum(uploads.received) })
      .from(uploads)
      .where(and(isNull(uploads.objectPath), age));
    return { files: found?.files ?? 0, bytes: Number(found?.bytes ?? 0) };
  };
  const idle = agesUntil ? await read(lt(uploads.lastByteAt, new Date(agesUntil.getTime() - IDLE_DAYS * DAY_MS))) : NOTHING;
  return { ...(await read()), idle };
}

/** @param agesUntil null: nothing counts as old */
async function countSetAside(store: MediaStore, agesUntil: Date | null): Promise<StoredKinds['setAside']> {
  const files: SetAside[] = [];
  for (const kind of KINDS) for await (const file of listSetAside(store, kind)) files.push(file);
  const old = agesUntil ? files.filter((file) => mayBeReclaimed(file, agesUntil)).length : 0;
  if (files.length > MEASURED_MOST) return { files: files.length, bytes: null, old };
  let bytes = 0;
  for (let first = 0; first < files.length; first += MEASURED_AT_ONCE) {
    const sizes = files
      .slice(first, first + MEASURED_AT_ONCE)
      .map(({ kind, name }) => (kind === 'object' ? store.objectSize(name) : store.uploadSize(name)));
    for (const size of await Promise.all(sizes)) bytes += size;
  }
  return { files: files.length, bytes, old };
}
