import type { EntityName } from '../api/contract/entities.ts';
import type { DeviceMedia, MediaField } from './device-media.ts';
import type { Ports } from './ports.ts';
import { readSetting } from './settings.ts';
import type { Store } from './store.ts';

/** Takes a file off this device, and its row: when its draft or its log is discarded. The server's copy stays. */
export async function forgetMedia(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  // The row first: whoever uploads or writes the file sees that it is gone and stops.
  await store.media.delete(mediaId);
  for (const fileName of [media?.fileName, media?.poster?.fileName]) {
    if (fileName) await ports.files.delete(fileName);
  }
}

/** The same for rows that the server has let go for good. Their files, which nothing names any more, go at the next start. */
export async function forgetMediaOf(store: Store, entity: EntityName, ids: readonly string[]): Promise<void> {
  await store.media.where('[entity+entityId]').anyOf(ids.map((id): [string, string] => [entity, id])).delete();
}

/** Notes of a file that was just sent whether it may go, once all of it is confirmed. */
export async function noteWhetherToFree(store: Store, mediaId: string): Promise<void> {
  const keep = (await readSetting(store, 'keepMedia')) ?? true;
  if (!keep) await store.media.update(mediaId, { freeOnceConfirmed: true });
}

/** Frees what was sent while the person wanted nothing kept on this device that the server has. */
export async function freeAsChosen(store: Store, ports: Ports): Promise<void> {
  const sent = await store.media.where('state').equals('uploaded').filter(({ freeOnceConfirmed, fileName }) => Boolean(freeOnceConfirmed && fileName)).toArray();
  for (const { id } of sent) await freeLocalCopy(store, ports, id);
}

/**
 * Whether the server has confirmed a file by its hash, and the path to it on its record: what no record names is thrown
 * away there some day.
 */
export async function isConfirmed(store: Store, { state, entity, entityId, field, objectPath }: DeviceMedia): Promise<boolean> {
  if (state !== 'uploaded' || !objectPath || !entityId) return false;
  if ((await store.outbox.where('[entity+entityId]').equals([entity, entityId]).count()) > 0) return false;
  const row: Partial<Record<MediaField, unknown>> | undefined = await store.view(entity).get(entityId);
  return row?.[field] === objectPath;
}

/** Only what the server has confirmed, whatever the setting. The poster stays. */
export async function freeLocalCopy(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  if (!media?.fileName || !(await isConfirmed(store, media))) return;
  await store.media.update(mediaId, { fileName: null, updatedAt: ports.now() });
  await ports.files.delete(media.fileName);
}
