import type { DeviceMedia } from './device-media.ts';
import { forgetMedia } from './forget-media.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

/**
 * From this size on a file goes with the app open only, and one at a time (design section 4, Who syncs): a service
 * worker is not given the time, and two large ones on one bar of signal help neither.
 */
export const LARGE_FILE_BYTES = 20 * 1_048_576;

export const isLarge = ({ size, state }: DeviceMedia) => state !== 'uploaded' && size > LARGE_FILE_BYTES;

/** Files with something left to send, in the order in which they go: small ones first, then first come, first served. */
export async function uploadsToDo(store: Store): Promise<DeviceMedia[]> {
  const files = await store.media.where('state').anyOf('kept', 'uploading').toArray();
  const latePosters = await store.media
    .where('posterState')
    .equals('waiting')
    .filter(({ state }) => state === 'uploaded')
    .toArray();
  return [...files, ...latePosters]
    .filter(({ entityId }) => entityId !== null)
    .sort((a, b) => Number(isLarge(a)) - Number(isLarge(b)) || a.createdAt - b.createdAt);
}

/**
 * Whether a file still belongs to a record that wants it. A file that was replaced by a later one is taken off this
 * device; one whose record is in 'Recently deleted' waits there.
 */
export async function isWanted(store: Store, ports: Ports, media: DeviceMedia): Promise<boolean> {
  const { entity, entityId } = media;
  if (!entityId) return false;
  const rivals = await store.media.where('[entity+entityId]').equals([entity, entityId]).toArray();
  if (rivals.some(({ createdAt, state }) => createdAt > media.createdAt && state !== 'failed')) {
    await forgetMedia(store, ports, media.id);
    return false;
  }
  const row: object | undefined = await store.view(entity).get(entityId);
  return row !== undefined && !('deletedAt' in row && row.deletedAt);
}
