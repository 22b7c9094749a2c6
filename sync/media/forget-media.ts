import type { EntityName } from '../../api/contract/entities.ts';
import type { DeviceMedia, MediaField } from '../store/media-row.ts';
import type { Ports } from '../ports/ports.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

/** Removes a file and its row from this device, when its draft or session is discarded. The server's copy stays. */
export async function forgetMedia(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  // Delete the row first: a concurrent upload or write then sees that the file is gone and stops.
  await store.media.delete(mediaId);
  for (const fileName of [media?.fileName, media?.poster?.fileName]) {
    if (fileName) await ports.files.delete(fileName);
  }
}

/**
 * Forgets the media of rows that the server deleted for good. The next start deletes the files, as no row names them.
 */
export async function forgetMediaOf(store: Store, entity: EntityName, ids: readonly string[]): Promise<void> {
  await store.media
    .where('[entity+entityId]')
    .anyOf(ids.map((id): [string, string] => [entity, id]))
    .delete();
}

/** Marks a file that was just sent for removal once it is confirmed, if the person wants no local copies (R277). */
export async function noteWhetherToFree(store: Store, mediaId: string): Promise<void> {
  const keep = (await readSetting(store, 'keepMedia')) ?? true;
  if (!keep) await store.media.update(mediaId, { freeOnceConfirmed: true });
}

/** Frees confirmed files that were sent while the person wanted no local copies. */
export async function freeAsChosen(store: Store, ports: Ports): Promise<void> {
  const sent = await store.media
    .where('state')
    .equals('uploaded')
    .filter(({ freeOnceConfirmed, fileName }) => Boolean(freeOnceConfirmed && fileName))
    .toArray();
  for (const { id } of sent) await freeLocalCopy(store, ports, id);
}

/**
 * Whether the server has confirmed a file by its hash and stored its path on the record. The server eventually deletes
 * objects that no record names.
 */
export async function isConfirmed(store: Store, { state, entity, entityId, field, objectPath }: DeviceMedia): Promise<boolean> {
  if (state !== 'uploaded' || !objectPath || !entityId) return false;
  if ((await store.outbox.where('[entity+entityId]').equals([entity, entityId]).count()) > 0) return false;
  const row: Partial<Record<MediaField, unknown>> | undefined = await store.view(entity).get(entityId);
  return row?.[field] === objectPath;
}

/** Deletes the local copy of a file only if the server has confirmed it, whatever the setting. The poster stays. */
export async function freeLocalCopy(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  if (!media?.fileName || !(await isConfirmed(store, media))) return;
  await store.media.update(mediaId, { fileName: null, updatedAt: ports.now() });
  await ports.files.delete(media.fileName);
}
