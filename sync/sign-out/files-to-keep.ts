import type { DeviceMedia } from '../store/media-row.ts';
import type { Store } from '../store/store.ts';
import { isOwnWork } from './sign-out.ts';

/**
 * The files that stay when a device clears confirmed data: unsent files, and sent files that a pending change names.
 * The server deletes files that no row names, and a restored server may lack them (docs/decisions/0117).
 */
export async function filesToKeep(store: Store): Promise<DeviceMedia[]> {
  const named = new Set((await store.outbox.toArray()).flatMap(({ payload }) => Object.values(payload)));
  const isNamed = ({ objectPath, posterPath }: DeviceMedia) => [objectPath, posterPath].some((path) => path && named.has(path));
  return store.media.filter((media) => (media.state === 'uploaded' ? isNamed(media) : isOwnWork(media))).toArray();
}
