import type { DeviceMedia } from '../store/media-row.ts';
import { forgetMedia } from '../media/forget-media.ts';
import { isLarge } from './large-file-policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/**
 * Files with something left to send, in sending order: those the person moved to the front, then small ones, then by
 * age.
 */
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
 * Whether the record of a file still needs it. Deletes a file that a later one replaced; a file whose record
 * is in 'Recently deleted' waits.
 */
export async function isWanted(store: Store, ports: Ports, media: DeviceMedia): Promise<boolean> {
  const { entity, entityId } = media;
  if (!entityId) return false;
  const rivals = await store.media.where('[entity+entityId]').equals([entity, entityId]).toArray();
  // A downloaded file never replaces another, however late it arrived.
  if (rivals.some(({ createdAt, state, downloaded }) => createdAt > media.createdAt && state !== 'failed' && !downloaded)) {
    await forgetMedia(store, ports, media.id);
    return false;
  }
  const row: object | undefined = await store.view(entity).get(entityId);
  return row !== undefined && !('deletedAt' in row && row.deletedAt);
}
