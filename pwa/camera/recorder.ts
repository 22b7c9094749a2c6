import { MEDIA_MAX_BYTES } from '../../api/contract/limits.ts';

/** In this order: what every browser plays, then what this one can write. */
const TYPES = ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4;codecs=avc1.42E01E,opus', 'video/mp4', 'video/webm;codecs=vp8,opus', 'video/webm'];

/** How often what was filmed leaves the recorder's memory. */
const PIECE_MS = 1_000;

/** Left for the end of the file, which the recorder writes last. */
const END_BYTES = 4 * 1_048_576;

export interface Recording {
  stop: () => void;
  /** Resolves with the film when it was stopped, by its person, by the limit or by a camera that went away. */
  film: Promise<{ file: File; ended: 'stopped' | 'full' | 'broken' }>;
}

/** Films what a stream shows, up to the size that a session takes. @param now milliseconds since 1970, for the file's name */
export function record(stream: MediaStream, now: number): Recording {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const pieces: Blob[] = [];
  let size = 0;
  let ended: 'stopped' | 'full' | 'broken' = 'broken';
  const stop = (why: typeof ended) => {
    if (recorder.state === 'inactive') return;
    ended = why;
    recorder.stop();
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    pieces.push(data);
    size += data.size;
    if (size > MEDIA_MAX_BYTES - END_BYTES) stop('full');
  });
  const film = new Promise<Awaited<Recording['film']>>((resolve, reject) => {
    recorder.addEventListener('stop', () => {
      const type = recorder.mimeType.split(';')[0] || 'video/webm';
      resolve({ file: new File(pieces, `${nameAt(now)}.${type === 'video/mp4' ? 'mp4' : 'webm'}`, { type }), ended });
    });
    recorder.addEventListener('error', () => {
      if (pieces.length === 0) reject(new Error('Nothing could be recorded'));
    });
  });
  recorder.start(PIECE_MS);
  return { stop: () => stop('stopped'), film };
}

/** A single picture of what a stream shows now. */
export async function photograph(video: HTMLVideoElement, now: number): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('This browser could not draw the picture');
  return new File([blob], `${nameAt(now)}.jpg`, { type: 'image/jpeg' });
}

const nameAt = (now: number) => new Date(now).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
