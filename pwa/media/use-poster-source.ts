import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { useLocalFile } from './use-local-file.ts';

/**
 * URL of the still of a row's media, for cards and before playing: this device's still if there is one, or the server's.
 * @param path object path of the poster, or of the media if it is a picture; empty if there is none
 */
export function usePosterSource(media: DeviceMedia | null, path: string | null): string | null {
  const picture = media?.type.startsWith('image/') && media.state !== 'writing' ? media.fileName : null;
  const here = useLocalFile(media?.poster?.fileName ?? picture, media?.poster ? 'image/jpeg' : (media?.type ?? ''));
  // Show nothing while loading: the server's still would flash, or fail offline.
  if (here === undefined) return null;
  return here ?? (path || null);
}
