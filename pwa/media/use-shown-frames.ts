import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onFrame` with the moment of each frame that is shown, in seconds of the video; some four times a second where
 * the browser tells no frames.
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
