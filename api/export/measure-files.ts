import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import { some } from '../contract/export/export-source.ts';
import { objects } from '../db/tables/media.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { mediaTypeOf } from '../media/store/media-types.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import type { ServerPorts } from '../server-ports.ts';
import type { StoredEntry } from './stored-export.ts';

export interface Measured extends Pick<StoredEntry, 'size' | 'sha256' | 'crc32' | 'modifiedAt'> {
  isFilm: boolean;
  extension: string;
  /** It differs from what once arrived. */
  isDamaged: boolean;
}

type ObjectRow = typeof objects.$inferSelect;
type MeasureServices = Pick<ServerPorts, 'db' | 'log' | 'now'> & { store: MediaStore };

/** A file that was found whole as recently as this is not read again, so that an export goes on where it ended. */
const TRUSTED_MS = 86_400_000;

export interface MeasureOptions {
  userId: string;
  films: boolean;
  /** @param isNoted whether a file was read now that the next attempt need not read */
  tell: (done: number, total: number, isNoted: boolean) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Sizes and sums of the files of an export, by object, and how many cannot be read. Reads each file, and compares it with the
 * hash that it had when it arrived.
 * @param paths of objects, each once
 * @throws the signal's reason
 */
export async function measureFiles(
  services: MeasureServices,
  paths: readonly string[],
  { userId, films, tell, signal }: MeasureOptions,
): Promise<{ measured: ReadonlyMap<string, Measured>; lost: number }> {
  const found: ObjectRow[] = [];
  for (const group of some(paths)) found.push(...(await readObjects(services, userId, group)));
  const wanted = found.filter(({ mediaType }) => films || !isFilm(mediaType));
  const measured = new Map<string, Measured>();
  let lost = paths.length - found.length;
  await tell(0, wanted.length, false);
  for (const [place, object] of wanted.entries()) {
    signal.throwIfAborted();
    const known = await knownSums(services, object);
    const file = known ?? (await readSums(services, object, signal));
    if (file) measured.set(object.path, file);
    else lost += 1;
    // A damaged one is read again by the next attempt.
    await tell(place + 1, wanted.length, known === null && file !== null && !file.isDamaged);
  }
  return { measured, lost };
}

const isFilm = (mediaType: string): boolean => mediaType.startsWith('video/');

function readObjects({ db }: MeasureServices, userId: string, paths: readonly string[]): Promise<ObjectRow[]> {
  const named = sql`${objects.path} = any(array(select value from jsonb_array_elements_text(${JSON.stringify(paths)}::text::jsonb)))`;
  return db
    .select()
    .from(objects)
    .where(and(named, eq(objects.ownerId, userId)));
}

const about = ({ mediaType, createdAt }: ObjectRow) => ({
  isFilm: isFilm(mediaType),
  extension: mediaTypeOf(mediaType)?.extension ?? 'bin',
  modifiedAt: createdAt.toISOString(),
});

async function knownSums({ now, store }: MeasureServices, object: ObjectRow): Promise<Measured | null> {
  const { path, servedSize, servedSha256, servedCrc32, wholeAt } = object;
  if (servedCrc32 === null || wholeAt === null || now().getTime() - wholeAt.getTime() > TRUSTED_MS) return null;
  if ((await store.objectSize(objectNameOf(path))) !== servedSize) return null;
  return { ...about(object), size: servedSize, sha256: servedSha256, crc32: servedCrc32, isDamaged: false };
}

/** A read of hours may break off, and a disk may have a bad place. */
const READS = 3;

/** Null for a file that is missing or cannot be read. @throws the store's error if it answers nothing at all */
async function readSums(services: MeasureServices, object: ObjectRow, signal: AbortSignal): Promise<Measured | null> {
  const { db, log, now, store } = services;
  const { path, servedSha256 } = object;
  let sums: Awaited<ReturnType<typeof sumsOf>> = null;
  for (let reads = 1; reads <= READS; reads += 1) {
    try {
      sums = await sumsOf(store, objectNameOf(path), signal);
      break;
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error, object: path }, 'a file of an export cannot be read');
      // A store that is away is no reason to leave a film behind.
      await store.hasObject(objectNameOf(path));
    }
  }
  if (!sums) {
    log.error({ object: path }, 'an export lacks a file');
    return null;
  }
  const isDamaged = sums.sha256 !== servedSha256;
  // A damaged film is still its person's: it goes along, with the sums that it has now.
  if (isDamaged) log.error({ object: path }, 'a file differs from what arrived');
  else await db.update(objects).set({ servedCrc32: sums.crc32, wholeAt: now() }).where(eq(objects.path, path));
  return { ...about(object), ...sums, isDamaged };
}

async function sumsOf(store: MediaStore, name: string, signal: AbortSignal): Promise<Pick<Measured, 'size' | 'sha256' | 'crc32'> | null> {
  const file = await store.readObject(name);
  if (!file) return null;
  const hash = createHash('sha256');
  let [size, sum] = [0, 0];
  // Leaving the loop closes the file.
  for await (const piece of file as AsyncIterable<Uint8Array>) {
    signal.throwIfAborted();
    hash.update(piece);
    sum = crc32(piece, sum);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex'), crc32: sum };
}
