import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';

export interface VideoFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Tests seek and loop within this time. */
const SECONDS_MIN = 0.4;
const RECORDINGS_MAX = 5;

const LANDSCAPE = { width: 320, height: 180 };
export const UPRIGHT = { width: 180, height: 320 };

/**
 * Records a real video of a moving square in the browser and pads it to `bytes`.
 * @param page any page of a secure origin; it is not changed
 */
export async function makeVideoFile(page: Page, folder: string, bytes: number, shape = LANDSCAPE): Promise<VideoFile> {
  for (let recordings = 1; ; recordings += 1) {
    const { film, seconds } = await page.evaluate(recordSquare, shape);
    if (seconds >= SECONDS_MIN) return padVideo(Buffer.from(film, 'base64'), folder, bytes);
    // On a busy machine the encoder may take no frame before the recording ends.
    if (recordings === RECORDINGS_MAX) throw new Error(`The browser recorded ${seconds} s`);
  }
}

/**
 * Pads a video to `bytes` with random bytes in an MP4 box of media data (ISO/IEC 14496-12, 8.1.1 `mdat`). Players skip the
 * box because it holds no frame, and random bytes do not compress. The server keeps them, but would blank a `free` box.
 */
export async function padVideo(recorded: Buffer, folder: string, bytes: number): Promise<VideoFile> {
  const box = Buffer.alloc(8);
  box.writeUInt32BE(bytes - recorded.length, 0);
  box.write('mdat', 4, 'latin1');
  const whole = Buffer.concat([recorded, box, randomBytes(bytes - recorded.length - box.length)]);
  const path = join(folder, `field-${bytes}.mp4`);
  await writeFile(path, whole);
  return { path, bytes, sha256: createHash('sha256').update(whole).digest('hex') };
}

/** Runs in the page. @returns the film in base64 and its duration as the browser reads it back, 0 if it cannot */
async function recordSquare({ width, height }: typeof LANDSCAPE): Promise<{ film: string; seconds: number }> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('The browser gives no canvas context');
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/mp4' });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  for (let frame = 0; frame < 30; frame++) {
    brush.fillStyle = '#0E5A42';
    brush.fillRect(0, 0, width, height);
    brush.fillStyle = '#FFEFD2';
    brush.fillRect((frame * width) / 40, 60, 60, 60);
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await stopped;
  const blob = new Blob(parts, { type: 'video/mp4' });
  const video = document.createElement('video');
  const seconds = new Promise<number>((resolve) => {
    video.onloadedmetadata = () => resolve(video.duration);
    video.onerror = () => resolve(0);
  });
  video.src = URL.createObjectURL(blob);
  const buffer = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of buffer) binary += String.fromCharCode(byte);
  return { film: btoa(binary), seconds: await seconds };
}
