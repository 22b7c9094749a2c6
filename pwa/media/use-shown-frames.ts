import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onFrame` with the timestamp of each shown frame, in seconds of the video. In browsers without frame callbacks, calls
 * it about four times a second.
 */
export function useShownFrames(
  video: RefObject<HTMLVideoElement | null>,
  onFrame: (video: HTMLVideoElement, mediaTime: number) => void,
): void {
  const shown = useEffectEvent(onFrame);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (typeof element.requestVideoFrameCallback !== 'function') {
      const tell = () => shown(element, element.currentTime);
      element.addEventListener('timeupdate', tell);
      return () => element.removeEventListener('timeupdate', tell);
    }
    const next: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      shown(element, mediaTime);
      handle = element.requestVideoFrameCallback(next);
    };
    let handle = element.requestVideoFrameCallback(next);
    return () => element.cancelVideoFrameCallback(handle);
  }, [video]);
}
