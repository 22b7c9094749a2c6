import { derivedPath } from '../../api/contract/derived-media.ts';
import type { Video } from '../../api/contract/entities/video.ts';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { useLocalFile } from './use-local-file.ts';

export interface MediaSource {
  /** For `src`; null while loading, or if there is none. */
  address: string | null;
  /** Whether it plays without a network. */
  local: boolean;
  type: string | null;
  /** Server path of a copy that every browser plays; null if there is none. */
  compatible: string | null;
}

/** Where a session's media plays from: this device's copy if there is one, otherwise the server. */
export function useMediaSource(
  media: DeviceMedia | null,
  { videoUrl: objectPath, mediaType: serverType, derived }: Pick<Video, 'videoUrl' | 'mediaType' | 'derived'>,
): MediaSource {
  // Skip a file that is still being written: playback would stop in the middle.
  const whole = media && media.state !== 'writing' ? media : null;
  const type = whole?.type ?? serverType;
  const here = useLocalFile(whole?.fileName ?? null, whole?.type ?? '');
  const compatible = objectPath && derived?.includes('compatible') ? derivedPath(objectPath, 'compatible') : null;
  if (here === undefined) return { address: null, local: true, type, compatible };
  if (here) return { address: here, local: true, type, compatible };
  return { address: objectPath || null, local: false, type: serverType ?? type, compatible };
}
