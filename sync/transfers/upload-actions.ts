import { FROM_THE_BEGINNING } from '../store/media-row.ts';
import { isLarge } from './large-file-policy.ts';
import { forgetMedia } from '../media/forget-media.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { dropUpload } from './upload-calls.ts';

/** Pauses a file and stops a running upload. The server keeps what it has received. */
export async function pauseUpload(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await store.transaction('rw', store.media, async () => {
    const media = await store.media.get(mediaId);
    if (media?.state !== 'kept' && media?.state !== 'uploading') return;
    await store.media.update(mediaId, { state: 'paused', bytesPerSecond: 0, updatedAt: ports.now() });
  });
}

/** Resumes a paused file, or retries a failed one, at once. */
export async function resumeUpload(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await store.transaction('rw', store.media, async () => {
    const media = await store.media.get(mediaId);
    if (!media?.fileName || (media.state !== 'paused' && media.state !== 'failed' && media.state !== 'kept')) return;
    // After a final refusal the same upload would be refused again.
    const from = media.state === 'failed' ? FROM_THE_BEGINNING : {};
    const afresh = { state: 'kept', attempts: 0, nextAttemptAt: 0, lastError: null, updatedAt: ports.now() } as const;
    await store.media.update(mediaId, { ...from, ...afresh });
  });
}

/**
 * Moves a file to the front of the queue. A large upload in progress makes room for it and continues afterwards where
 * it stopped.
 */
export async function sendFirst(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await resumeUpload(store, ports, mediaId);
  await store.transaction('rw', store.media, async () => {
    const media = await store.media.get(mediaId);
    if (!media) return;
    await store.media.update(mediaId, { firstAt: ports.now() });
    if (!isLarge(media)) return;
    await store.media
      .where('state')
      .equals('uploading')
      .filter((other) => other.id !== mediaId && isLarge(other))
      .modify({ state: 'kept', bytesPerSecond: 0 });
  });
}

/** Lets one large file upload now, over any connection. */
export async function sendOnAnyNetwork(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await store.media.update(mediaId, { onAnyLine: true, updatedAt: ports.now() });
}

/**
 * Cancels a file: removes it from this device, and the received part from the server. Its session stays, without the file.
 */
export async function cancelUpload(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  if (!media || media.state === 'uploaded') return;
  await forgetMedia(store, ports, mediaId);
  if (media.uploadUrl) await dropUpload(ports, store.userId, media.uploadUrl);
}
