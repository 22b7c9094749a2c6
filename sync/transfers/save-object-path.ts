import type { DeviceMedia, MediaField } from '../store/media-row.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/**
 * Records that the server has a file and queues its path for the record that it belongs to, in one transaction, so that
 * the path is saved exactly once.
 */
export async function saveObjectPath(store: Store, ports: Ports, mediaId: string, objectPath: string): Promise<void> {
  await together(store, mediaId, async (media) => {
    const now = ports.now();
    await store.media.update(mediaId, {
      state: 'uploaded',
      objectPath,
      acknowledgedBytes: media.size,
      sentBytes: media.size,
      bytesPerSecond: 0,
      attempts: 0,
      lastError: null,
      updatedAt: now,
    });
    await savePath(store, ports, media, objectPath);
  });
}

/** Records that the server has the poster of a session, and queues its path for the session. */
export async function savePosterPath(store: Store, ports: Ports, mediaId: string, posterPath: string): Promise<void> {
  await together(store, mediaId, async (media) => {
    await store.media.update(mediaId, { posterState: 'uploaded', posterPath, updatedAt: ports.now() });
    const id = await rowOf(store, media);
    if (id && !(await isOvertaken(store, media)))
      await mutate(store, ports, 'videos.update', { id, payload: { thumbnailUrl: posterPath } });
  });
}

async function together(store: Store, mediaId: string, change: (media: DeviceMedia) => Promise<void>): Promise<void> {
  await store.transaction('rw', store.changeTables, async () => {
    const media = await store.media.get(mediaId);
    // The session has since been discarded: do not recreate any of it.
    if (media) await change(media);
  });
}

async function savePath(store: Store, ports: Ports, media: DeviceMedia, path: string): Promise<void> {
  const id = await rowOf(store, media);
  if (!id || (await isOvertaken(store, media))) return;
  if (media.entity === 'videos') {
    // Clear the previous poster, which shows the replaced file.
    const payload = { videoUrl: path, ...(media.poster === null && { thumbnailUrl: '' as const }) };
    await mutate(store, ports, 'videos.update', { id, payload });
  }
  if (media.entity === 'dogs') await mutate(store, ports, 'dogs.update', { id, payload: { image: path } });
  if (media.entity === 'profile') await mutate(store, ports, 'profile.update', { id, payload: { profileImageUrl: path } });
}

/** Whether the row of an imported file got another file meanwhile, such as from an import on another device. */
async function isOvertaken(store: Store, { entity, entityId, field, imported, objectPath }: DeviceMedia): Promise<boolean> {
  if (!imported || !entityId) return false;
  const row: Partial<Record<MediaField, unknown>> | undefined = await store.view(entity).get(entityId);
  return Boolean(row?.[field]) && row?.[field] !== objectPath;
}

/** Null when the record is gone from this device; the server removes objects that nothing links to. */
async function rowOf(store: Store, { entity, entityId }: DeviceMedia): Promise<string | null> {
  return entityId && (await store.view(entity).get(entityId)) ? entityId : null;
}
