import type { DeviceMedia } from '../store/media-row.ts';
import type { Store } from '../store/store.ts';
import { isOwnWork } from './sign-out.ts';

/**
 * The files that stay on a device that clears what the server has: unsent ones, and sent ones that a pending change names.
 * A server deletes files that no row names, and one that was restored from a backup may lack them
 * (docs/decisions/0117).
 */
export async function filesToKeep(store: Store): Promise<DeviceMedia[]> {
  const named = new Set((await store.outbox.toArray()).flatMap(({ payload }) => Object.values(payload)));
  const isNamed = ({ objectPath, posterPath }: DeviceMedia) => [objectPath, posterPath].some((path) => path && named.has(path));
  return store.media.filter((media) => (media.state === 'uploaded' ? isNamed(media) : isOwnWork(media))).toArray();
}
