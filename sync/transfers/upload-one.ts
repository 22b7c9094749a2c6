import { liveQuery } from 'dexie';
import type { HttpStack } from 'tus-js-client';
import { isTimeFor } from '../http/backoff.ts';
import type { DeviceFile } from '../ports/device-files.ts';
import type { MediaError } from '../store/failure.ts';
import { type DeviceMedia, FROM_THE_BEGINNING } from '../store/media-row.ts';
import { noteWhetherToFree } from '../media/forget-media.ts';
import { hashFile } from '../media/hash-file.ts';
import type { Ports } from '../ports/ports.ts';
import { saveObjectPath, savePosterPath } from './save-object-path.ts';
import { sendParts } from './send-parts.ts';
import type { Store } from '../store/store.ts';
import { finalizeUpload, openUpload, portsOf, putWhole } from './upload-calls.ts';
import { EXPIRED, HASH_DIFFERS, isOurs, classifyFailure, NO_FILE, UploadFailure, uploadRetryDelay } from './upload-failure.ts';

/** Name of the lock for sending a file: two uploaders of one file would disagree about its offset. */
export const uploadLock = (mediaId: string) => `upload-${mediaId}`;

/**
 * - `done`: everything of this file is on the server
 * - `later`: the row names the time of the next attempt
 * - `failed`: final until the person retries
 * - `stopped`: paused, removed or aborted
 * - `signedOut`: the sign-in or beta access has ended; the row is unchanged
 */
export type UploadOutcome = 'done' | 'later' | 'failed' | 'stopped' | { signedOut: MediaError };

/**
 * Makes one attempt at uploading a stored file: its poster, then the bytes that the server lacks, then finalize, then
 * the path on its record. Every step is stored before the next, so an interrupted upload resumes after the last stored
 * step. Call it under `uploadLock`.
 */
export async function uploadOne(
  store: Store,
  givenPorts: Ports,
  mediaId: string,
  { httpStack, signal }: { httpStack?: HttpStack | undefined; signal: AbortSignal },
): Promise<UploadOutcome> {
  const ports = portsOf(store.userId, givenPorts);
  const stopping = new AbortController();
  const stop = () => stopping.abort(new DOMException('The upload was stopped', 'AbortError'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const begun = await begin(store, ports, mediaId);
  // Any page can pause or remove the file by changing its row.
  const watching = liveQuery(() => store.media.get(mediaId)).subscribe({
    next: (media) => {
      if (!media || !ACTIVE.includes(media.state)) stop();
    },
    error: stop,
  });
  try {
    if (!begun) return 'stopped';
    if (begun.posterState === 'waiting') await sendPoster(store, ports, begun, stopping.signal);
    if (begun.state === 'uploading') await sendFile(store, ports, begun, httpStack, stopping.signal);
    return 'done';
  } catch (error) {
    if (stopping.signal.aborted) return await putDown(store, mediaId);
    const failure = error instanceof UploadFailure ? error : new UploadFailure('send', NOT_READ);
    return await afterFailure(store, ports, mediaId, failure);
  } finally {
    watching.unsubscribe();
    signal.removeEventListener('abort', stop);
  }
}

/** States in which the attempt may continue; in `uploaded` only a late poster is left. */
const ACTIVE: DeviceMedia['state'][] = ['uploading', 'uploaded'];

async function begin(store: Store, ports: Ports, mediaId: string): Promise<DeviceMedia | undefined> {
  return store.transaction('rw', store.media, async () => {
    const media = await store.media.get(mediaId);
    // Another attempt may have ended since the caller read the row.
    if (!media || !isTimeFor(media.nextAttemptAt, ports.now())) return undefined;
    if (media.state === 'kept') {
      await store.media.update(mediaId, { state: 'uploading', updatedAt: ports.now() });
      return { ...media, state: 'uploading' as const };
    }
    return ACTIVE.includes(media.state) ? media : undefined;
  });
}

/** This device's file system or store failed, not the server. The upload is retried as after a lost answer. */
const NOT_READ: MediaError = { status: 0, code: 'device' };

/** After this many failures on the poster, send the video without it; the server makes one itself if it can. */
const POSTER_ATTEMPTS = 3;

/** Sends the poster whole: it is small, so it restarts each time. A refused poster does not hold back its video. */
async function sendPoster(store: Store, ports: Ports, media: DeviceMedia, signal: AbortSignal): Promise<void> {
  const file = media.poster && (await ports.files.open(media.poster.fileName));
  if (!file) {
    await store.media.update(media.id, { posterState: 'failed' });
    return;
  }
  try {
    const body = await file.blob('image/jpeg');
    const about = { size: body.size, type: body.type, name: 'poster.jpg' };
    const uploadUrl = await openUpload(ports, 'poster', about, signal);
    await putWhole(ports, uploadUrl, body, signal);
    const { objectPath } = await finalizeUpload(ports, 'poster', { uploadUrl }, signal);
    await savePosterPath(store, ports, media.id, objectPath);
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error;
    const { status, code } = error.failure;
    const kind = classifyFailure(error);
    // `unavailable`: the server cannot reach its database or store and fails on everything. The poster then waits too.
    const brokenByIt = (status >= 500 && code !== 'unavailable') || (status >= 400 && kind === 'retry' && !isOurs(error.failure));
    if (kind !== 'final' && !(brokenByIt && media.attempts >= POSTER_ATTEMPTS)) throw error;
    await store.media.update(media.id, { posterState: 'failed' });
  }
}

async function sendFile(
  store: Store,
  ports: Ports,
  media: DeviceMedia,
  httpStack: HttpStack | undefined,
  signal: AbortSignal,
): Promise<void> {
  const file = await openKept(ports, media);
  let { uploadUrl } = media;
  if (!uploadUrl) {
    const { size, type, name } = media;
    uploadUrl = await openUpload(ports, 'open', { size, type, name }, signal);
    // Store the address before the first byte: otherwise a crash leaves bytes on the server that nothing refers to.
    await store.media.update(media.id, { uploadUrl, acknowledgedBytes: 0, sentBytes: 0 });
  }

  await sendParts(store, ports, { mediaId: media.id, file, uploadUrl, httpStack, signal });

  const { objectPath, sha256 } = await finalizeUpload(
    ports,
    'finalize',
    { uploadUrl, durationSeconds: await durationOf(store, media) },
    signal,
  );
  if (sha256 !== (await hashFile(store, ports, media.id, signal))) throw new UploadFailure('finalize', HASH_DIFFERS);
  await noteWhetherToFree(store, media.id);
  await saveObjectPath(store, ports, media.id, objectPath);
}

/** Reads the row again: the page may have stored the duration after this attempt began. */
async function durationOf(store: Store, { id }: DeviceMedia): Promise<number | null> {
  return (await store.media.get(id))?.durationSeconds ?? null;
}

async function openKept(ports: Ports, media: DeviceMedia): Promise<DeviceFile> {
  const file = media.fileName ? await ports.files.open(media.fileName) : null;
  if (file?.size === media.size) return file;
  throw new UploadFailure('open', NO_FILE);
}

/** Resets the row after a stopped attempt: keeps what the server has acknowledged, clears the speed. */
async function putDown(store: Store, mediaId: string): Promise<'stopped'> {
  await atRest(store, mediaId, (media) => {
    if (media.state === 'uploading') media.state = 'kept';
  });
  return 'stopped';
}

async function afterFailure(store: Store, ports: Ports, mediaId: string, error: UploadFailure): Promise<UploadOutcome> {
  const { failure } = error;
  let kind = classifyFailure(error);
  await atRest(store, mediaId, (media) => {
    // A file altered twice in a row was not damaged in transit.
    if (failure.code === HASH_DIFFERS.code && media.lastError?.code === HASH_DIFFERS.code) kind = 'final';
    media.updatedAt = ports.now();
    if (media.state === 'uploading') media.state = kind === 'final' ? 'failed' : 'kept';
    if (kind === 'signed-out') return;
    const before = media.lastError?.code;
    media.lastError = kind === 'start-over' && failure.status !== 0 ? { status: failure.status, code: EXPIRED } : failure;
    if (kind === 'start-over') Object.assign(media, FROM_THE_BEGINNING);
    // Restart an expired upload without a longer delay, unless the server keeps losing it.
    media.attempts = kind === 'start-over' && before !== media.lastError.code ? 1 : media.attempts + 1;
    const delay = Math.max(uploadRetryDelay(media.attempts, ports.random()), error.retryAfterMs);
    media.nextAttemptAt = ports.now() + delay;
  });
  if (kind === 'signed-out') return { signedOut: failure };
  return kind === 'final' ? 'failed' : 'later';
}

async function atRest(store: Store, mediaId: string, change: (media: DeviceMedia) => void): Promise<void> {
  await store.media
    .where('id')
    .equals(mediaId)
    .modify((media) => {
      media.sentBytes = media.acknowledgedBytes;
      media.bytesPerSecond = 0;
      change(media);
    });
}
