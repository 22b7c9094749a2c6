import { FROM_THE_BEGINNING } from './device-media.ts';
import { isLarge } from './hold-large.ts';
import { forgetMedia } from './forget-media.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';
import { dropUpload } from './upload-calls.ts';

/** Holds a file back; whoever is sending it stops. What the server has of it stays there. */
export async function pauseUpload(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await store.transaction('rw', store.media, async () => {
    const media = await store.media.get(mediaId);
    if (media?.state !== 'kept' && media?.state !== 'uploading') return;
    await store.media.update(mediaId, { state: 'paused', bytesPerSecond: 0, updatedAt: ports.now() });
  });
}

/** Lets a paused file go on, or tries one again that failed for good, at once. */
export async function resumeUpload(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await store.transaction('rw', store.media, async () => {
    const media = await store.media.get(mediaId);
    if (!media?.fileName || (media.state !== 'paused' && media.state !== 'failed' && media.state !== 'kept')) return;
    // After a final refusal the same upload would be refused the same way.
    const from = media.state === 'failed' ? FROM_THE_BEGINNING : {};
    const afresh = { state: 'kept', attempts: 0, nextAttemptAt: 0, lastError: null, updatedAt: ports.now() } as const;
    await store.media.update(mediaId, { ...from, ...afresh });
  });
}

/**
 * Puts a file in front of all others. A large one that is on its way makes room for it, and goes on after it from where it
 * was.
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

/** Lets one large file go now, on whatever line. */
export async function sendOnAnyLine(store: Store, ports: Ports, mediaId: string): Promise<void> {
  await store.media.update(mediaId, { onAnyLine: true, updatedAt: ports.now() });
}

/** Gives a file up: it leaves this device and, what had arrived of it, the server. Its log stays, without it. */
export async function cancelUpload(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  if (!media || media.state === 'uploaded') return;
  await forgetMedia(store, ports, mediaId);
  if (media.uploadUrl) await dropUpload(ports, media.uploadUrl);
}
