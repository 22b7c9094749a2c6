import type { PosterToStore } from '../../sync/media/store-poster.ts';

/** Enough for the widest poster on screen: a desktop card at a pixel ratio of 2. */
const POSTER_MAX_WIDTH = 960;
const POSTER_TYPE = 'image/jpeg';
const POSTER_QUALITY = 0.82;

/** After this time the file gets no poster: some videos neither load nor fail. */
const PATIENCE_MS = 12_000;

/** The poster is the frame at 1 s, or in the middle of a shorter video: first frames are often black or blurred. */
const posterMoment = (durationSeconds: number) => Math.min(1, durationSeconds / 2);

/** Past the end of any video; browsers refuse Infinity. */
const PAST_THE_END_SECONDS = 1e7;

export interface ReadPoster {
  poster: PosterToStore | null;
  durationSeconds: number | null;
}

/**
 * Reads a video's poster frame and duration, or a small version of a picture, in the page. Never rejects: if this browser
 * cannot decode the file, the poster is null and the server makes one if it can.
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

async function smaller(file: Blob): Promise<PosterToStore> {
  // Apply the EXIF orientation. The canvas drops all other metadata.
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
      // A tab that is older than the server's app may lack it; most films need no conversion.
      const conversion = await import('./hdr-frame.ts').catch(() => null);
      const hdr = conversion && (await conversion.hdrFrameOf(video, file));
      const redraw = hdr ? (context: CanvasRenderingContext2D) => conversion.redrawInSdr(video, hdr, context) : undefined;
      return { poster: await drawn(video, video.videoWidth, video.videoHeight, redraw), durationSeconds };
    } catch {
      return { poster: null, durationSeconds };
    }
  } finally {
    // Release the decoder: phones have few.
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** Seeks to the end first if needed: recordings made by a browser have no duration until then. */
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

async function drawn(
  source: CanvasImageSource,
  fullWidth: number,
  fullHeight: number,
  redraw?: (context: CanvasRenderingContext2D) => Promise<void>,
): Promise<PosterToStore> {
  if (!fullWidth || !fullHeight) throw new Error('The file contains no picture');
  const scale = Math.min(1, POSTER_MAX_WIDTH / fullWidth);
  const width = Math.round(fullWidth * scale);
  const height = Math.max(1, Math.round(fullHeight * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context?.drawImage(source, 0, 0, width, height);
  if (context) await redraw?.(context);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, POSTER_TYPE, POSTER_QUALITY));
  if (!context || !blob) throw new Error('This browser could not draw the poster');
  return { blob, width, height };
}
