import type { DeviceMedia } from '../../sync/device-media.ts';
import { useLocalFile } from './use-local-file.ts';

/**
 * A still of a record's media for cards and before playing: this device's own first, else the server's.
 * @param path object path of the poster, or of the media where that is a picture; empty when there is none
 */
export function usePosterSource(media: DeviceMedia | null, path: string | null): string | null {
  const picture = media?.type.startsWith('image/') && media.state !== 'writing' ? media.fileName : null;
  const here = useLocalFile(media?.poster?.fileName ?? picture, media?.poster ? 'image/jpeg' : (media?.type ?? ''));
  // Nothing while looking: the server's would flash up, or fail offline.
  if (here === undefined) return null;
  return here ?? (path || null);
}
