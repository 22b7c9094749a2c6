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

/** Frees what may be freed after an upload: nothing, unless the person chose not to keep files on this device. */
export async function freeAsChosen(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const keep = (await readSetting(store, 'keepMedia')) ?? true;
  if (!keep) await freeLocalCopy(store, ports, mediaId);
}

/** Only what the server has confirmed by its hash, whatever the setting. The poster stays. */
export async function freeLocalCopy(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  if (media?.state !== 'uploaded' || !media.objectPath || !media.fileName) return;
  await store.media.update(mediaId, { fileName: null, updatedAt: ports.now() });
  await ports.files.delete(media.fileName);
}
