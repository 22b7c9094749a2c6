import type { PosterToKeep } from '../../sync/keep-poster.ts';

/** Widest that a poster is shown: a card on a desktop at twice the pixels. */
const POSTER_MAX_WIDTH = 960;
const POSTER_TYPE = 'image/jpeg';
const POSTER_QUALITY = 0.82;

/** A file that takes longer is kept without a poster: some never answer at all. */
const PATIENCE_MS = 12_000;

/** Into the video, but not past a short one's middle: first frames are often black or blurred. */
const posterMoment = (durationSeconds: number) => Math.min(1, durationSeconds / 2);

/** Later than any video ends. Infinity is refused. */
const PAST_THE_END_SECONDS = 1e7;

export interface ReadPoster {
  poster: PosterToKeep | null;
  durationSeconds: number | null;
}

/**
 * Reads a poster frame and the duration of a video, or a small version of a picture, in the page. Never fails: what
 * this browser cannot decode has no poster here, and the server makes one where it can.
 */
export async function readPoster(file: Blob, type: string): Promise<ReadPoster> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error('The poster took too long')), PATIENCE_MS);
  try {
    if (type.startsWith('image/')) return { poster: await smaller(file), durationSeconds: null };
    return await frameOf(file, giveUp.signal);
  } catch {
    return { poster: null, durationSeconds: null };
  } finally {
    clearTimeout(timer);
  }
}

async function smaller(file: Blob): Promise<PosterToKeep> {
  // Upright as its camera meant it, and without what else the camera wrote into it: a canvas has no metadata.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return await drawn(picture, picture.width, picture.height);
  } finally {
    picture.close();
  }
}

async function frameOf(file: Blob, signal: AbortSignal): Promise<ReadPoster> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const loaded = once(video, 'loadeddata', signal);
    video.src = address;
    await loaded;
    const durationSeconds = await durationOf(video, signal);
    try {
      await seek(video, posterMoment(durationSeconds ?? 0), signal);
      return { poster: await drawn(video, video.videoWidth, video.videoHeight), durationSeconds };
    } catch {
      return { poster: null, durationSeconds };
    }
  } finally {
    // Lets go of the decoder, of which phones have few.
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** A recording made by a browser names no duration until it was read to its end. */
async function durationOf(video: HTMLVideoElement, signal: AbortSignal): Promise<number | null> {
  if (video.duration === Number.POSITIVE_INFINITY) await seek(video, PAST_THE_END_SECONDS, signal);
  return Number.isFinite(video.duration) && video.duration > 0 ? video.duration : null;
}

async function seek(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const arrived = once(video, 'seeked', signal);
  video.currentTime = seconds;
  await arrived;
}

function once(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'This video cannot be read')), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function drawn(source: CanvasImageSource, fullWidth: number, fullHeight: number): Promise<PosterToKeep> {
  if (!fullWidth || !fullHeight) throw new Error('There is no picture in it');
  const scale = Math.min(1, POSTER_MAX_WIDTH / fullWidth);
  const width = Math.round(fullWidth * scale);
  const height = Math.max(1, Math.round(fullHeight * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context?.drawImage(source, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, POSTER_TYPE, POSTER_QUALITY));
  if (!context || !blob) throw new Error('This browser could not draw it');
  return { blob, width, height };
}
