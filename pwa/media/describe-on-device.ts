import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { addPosterAndDuration } from './media-worker-client.ts';

/** Makes the poster and reads the duration of a file that is on this device already. */
export async function describeOnDevice(store: Store, ports: Ports, mediaId: string): Promise<void> {
  const media = await store.media.get(mediaId);
  const file = media?.fileName && (await ports.files.open(media.fileName));
  if (media && file) await addPosterAndDuration(store.userId, mediaId, await file.blob(media.type), media.type);
}
