import { FileRefused } from './check-file.ts';
import { FileNotWhole, type FileWriter } from '../ports/device-files.ts';
import type { MediaError } from '../store/failure.ts';
import { type DeviceMedia, MEDIA_FIELDS, type MediaEntity } from '../store/media-row.ts';
import { inspectFile } from './inspect-file.ts';
import type { Ports } from '../ports/ports.ts';
import { readPieces } from '../files/read-pieces.ts';
import type { Store } from '../store/store.ts';

/** Left free for a day's records and the browser's own use. */
const ROOM_TO_SPARE_BYTES = 16 * 1_048_576;

/** Marks a file that could not be written completely; its session or draft shows it. */
const NOT_KEPT: MediaError = { status: 0, code: 'not_kept' };

/** Name of the lock that is held while a file is written. A crash leaves a `writing` row without a lock. */
export const writingLock = (mediaId: string) => `keep-${mediaId}`;

export interface FileToStore {
  /** Chosen by the caller, so that a session or draft can reference the file before it is complete. */
  id: string;
  file: Blob;
  name: string;
  entity: MediaEntity;
  /** Where the file came from, if it was shared into the app. */
  from?: Pick<DeviceMedia, 'byServiceWorker' | 'shared'>;
}

/**
 * Stores a file that was picked, filmed or shared on this device (R87). Resolves once every byte is flushed; the
 * hash is computed later, so that it does not delay the save.
 * @throws FileRefused when the file has a wrong type, is too large or unreadable, or does not fit. No bytes
 *   remain; the row remains with the reason if a session or draft may reference it
 */
export async function storeFile(
  store: Store,
  ports: Ports,
  { id, file, name, entity, from }: FileToStore,
  onProgress: (writtenBytes: number) => void = () => {},
): Promise<DeviceMedia> {
  const type = await inspectFile({ file, name, entity });
  await mustHaveRoom(ports, file.size);

  const stored = await ports.lock(writingLock(id), async () => {
    await store.media.add({ ...newRow(id, file.size, name, type, entity, ports.now()), ...from });
    try {
      await copy(file, await ports.files.create(id), onProgress);
      await store.media.update(id, { state: 'kept', updatedAt: ports.now() });
    } catch (error) {
      const failure = refusalOf(error, file.size) ?? error;
      // If the store itself is broken, the next start cleans up.
      await giveUp(store, ports, id, failure).catch(() => {});
      throw failure;
    }
    const row = await store.media.get(id);
    // The row was deleted while the file was being written, so nothing else would delete the file.
    if (!row) await ports.files.delete(id);
    return row;
  });
  if (!stored) throw new DOMException('The file was removed while it was being saved', 'AbortError');
  return stored;
}

/** @throws FileRefused */
export async function mustHaveRoom(ports: Ports, size: number): Promise<void> {
  const use = await ports.files.estimate();
  if (!use) return;
  const free = Math.max(0, use.quota - use.usage - ROOM_TO_SPARE_BYTES);
  if (size > free) throw new FileRefused({ code: 'no_room', size, free });
}

async function copy(file: Blob, writer: FileWriter, onProgress: (writtenBytes: number) => void): Promise<void> {
  let written = 0;
  try {
    for await (const piece of readPieces(file)) {
      await writer.write(piece);
      written += piece.byteLength;
      onProgress(written);
    }
    await writer.close();
  } catch (error) {
    await writer.abort().catch(() => {});
    throw error;
  }
}

async function giveUp(store: Store, ports: Ports, id: string, failure: unknown): Promise<void> {
  await store.transaction('rw', store.media, async () => {
    const row = await store.media.get(id);
    // Keep the row of an unreadable file, which this page cannot save again: its draft must say what happened.
    if (!isUnreadable(failure) && !row?.entityId) return store.media.delete(id);
    return store.media.update(id, { state: 'failed', fileName: null, lastError: NOT_KEPT, updatedAt: ports.now() });
  });
}

const isUnreadable = (failure: unknown) => failure instanceof FileRefused && failure.refusal.code === 'unreadable';

/** Undefined for an unexpected error, for which the app has no specific text. */
function refusalOf(error: unknown, size: number): FileRefused | undefined {
  if (error instanceof FileRefused) return error;
  if (error instanceof FileNotWhole) return new FileRefused({ code: 'not_whole' });
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return new FileRefused({ code: 'no_room', size, free: null });
  // The picked file was moved or changed, or its card was removed, while it was being read.
  if (name === 'NotReadableError' || name === 'NotFoundError') return new FileRefused({ code: 'unreadable' });
  return undefined;
}

export const newRow = (id: string, size: number, name: string, type: string, entity: MediaEntity, now: number): DeviceMedia => ({
  id,
  entity,
  entityId: null,
  field: MEDIA_FIELDS[entity],
  fileName: id,
  name,
  type,
  size,
  sha256: null,
  poster: null,
  durationSeconds: null,
  state: 'writing',
  uploadUrl: null,
  acknowledgedBytes: 0,
  sentBytes: 0,
  bytesPerSecond: 0,
  posterState: 'none',
  objectPath: null,
  posterPath: null,
  attempts: 0,
  nextAttemptAt: 0,
  lastError: null,
  createdAt: now,
  updatedAt: now,
});
