import { useEffect, useState } from 'react';

export type Camera = { state: 'opening' } | { state: 'open'; stream: MediaStream } | { state: 'denied' | 'none' };

/** Opens the rear camera, with the microphone for videos, while the component is mounted. */
export function useCamera(withSound: boolean): Camera {
  const [camera, setCamera] = useState<Camera>({ state: 'opening' });
  useEffect(() => {
    let left = false;
    let stream: MediaStream | null = null;
    const end = () => stream?.getTracks().forEach((track) => track.stop());
    async function open() {
      stream = await streamOf(withSound);
      if (left) return end();
      setCamera({ state: 'open', stream });
    }
    open().catch((error: unknown) => {
      const denied = error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError');
      if (!left) setCamera({ state: denied ? 'denied' : 'none' });
    });
    return () => {
      left = true;
      end();
    };
  }, [withSound]);
  return camera;
}

async function streamOf(withSound: boolean): Promise<MediaStream> {
  const picture = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };
  if (!withSound) return navigator.mediaDevices.getUserMedia({ video: picture });
  // Slow motion needs more than the 30 frames a second that browsers choose (R253).
  const video = { ...picture, frameRate: { ideal: 60 } };
  // If there is no microphone, record without sound.
  return navigator.mediaDevices.getUserMedia({ video, audio: true }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') throw error;
    return navigator.mediaDevices.getUserMedia({ video });
  });
}
