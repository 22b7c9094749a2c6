import type { DeviceMedia } from './device-media.ts';
import { forgetMedia } from './forget-media.ts';
import { isLarge } from './hold-large.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

/** Files with something left to send, in the order in which they go: what its person put first, then small ones, then first come, first served. */
export async function uploadsToDo(store: Store): Promise<DeviceMedia[]> {
  const files = await store.media.where('state').anyOf('kept', 'uploading').toArray();
  const latePosters = await store.media
    .where('posterState')
    .equals('waiting')
    .filter(({ state }) => state === 'uploaded')
    .toArray();
  return [...files, ...latePosters]
    .filter(({ entityId }) => entityId !== null)
    .sort((a, b) => (b.firstAt ?? 0) - (a.firstAt ?? 0) || Number(isLarge(a)) - Number(isLarge(b)) || a.createdAt - b.createdAt);
}

/**
 * Whether a file still belongs to a record that wants it. A file that was replaced by a later one is taken off this
 * device; one whose record is in 'Recently deleted' waits there.
 */
export async function isWanted(store: Store, ports: Ports, media: DeviceMedia): Promise<boolean> {
  const { entity, entityId } = media;
  if (!entityId) return false;
  const rivals = await store.media.where('[entity+entityId]').equals([entity, entityId]).toArray();
  // What was fetched from the server is never a replacement, however late it came.
  if (rivals.some(({ createdAt, state, downloaded }) => createdAt > media.createdAt && state !== 'failed' && !downloaded)) {
    await forgetMedia(store, ports, media.id);
    return false;
  }
  const row: object | undefined = await store.view(entity).get(entityId);
  return row !== undefined && !('deletedAt' in row && row.deletedAt);
}
