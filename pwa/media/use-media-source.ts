import type { DeviceMedia } from '../../sync/device-media.ts';
import { useLocalFile } from './use-local-file.ts';

export interface MediaSource {
  /** For `src`; null while it is being looked for, and when there is none. */
  address: string | null;
  /** Plays without a network. */
  local: boolean;
  type: string | null;
}

/** Where the media of a record plays from: this device's own copy first, else the server. */
export function useMediaSource(media: DeviceMedia | null, objectPath: string | null, serverType: string | null = null): MediaSource {
  // A file that is still being written would play up to a torn end.
  const whole = media && media.state !== 'writing' ? media : null;
  const type = whole?.type ?? serverType;
  const here = useLocalFile(whole?.fileName ?? null, whole?.type ?? '');
  if (here === undefined) return { address: null, local: true, type };
  return here ? { address: here, local: true, type } : { address: objectPath || null, local: false, type: serverType ?? type };
}
