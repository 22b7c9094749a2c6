import { MEDIA_MAX_BYTES } from '../../api/contract/limits.ts';
import type { StoringFilm } from '../media/media-worker-client.ts';

/** In order of preference: MP4, which every browser plays, then WebM for browsers that cannot record MP4. */
const TYPES = [
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/mp4;codecs=avc1.42E01E,opus',
  'video/mp4',
  'video/webm;codecs=vp8,opus',
  'video/webm',
];

/**
 * The recorder delivers a piece this often, and about this much video is lost if the app is killed. In MP4, Chromium
 * delivers only whole fragments, and each fragment starts with a keyframe, so each piece needs a keyframe.
 */
const PIECE_MS = 1_000;

/** Bytes reserved for the data that the recorder writes after it has been stopped. */
const END_BYTES = 4 * 1_048_576;

/** TypeScript's DOM types do not declare the keyframe interval yet (MediaStream Recording, `MediaRecorderOptions`). */
interface RecorderOptions extends MediaRecorderOptions {
  videoKeyFrameIntervalDuration: number;
}

type Ended = 'stopped' | 'full' | 'no-room' | 'broken';

export interface Recording {
  stop: () => void;
  /**
   * Resolves with the stored video when the recording ends: the person stopped it, it reached a limit, or the camera was
   * disconnected.
   */
  film: Promise<{ mediaId: string; ended: Ended }>;
}

/**
 * Records a stream straight to this device's storage, up to the size limit of a session's video.
 * @param now milliseconds since 1970, for the video's name
 */
export function record(stream: MediaStream, now: number, store: (about: { name: string; type: string }) => StoringFilm): Recording {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const options: RecorderOptions = { ...(mimeType && { mimeType }), videoKeyFrameIntervalDuration: PIECE_MS };
  const recorder = new MediaRecorder(stream, options);
  const type = (mimeType ?? 'video/webm').split(';')[0] ?? '';
  const storing = store({ name: `${nameAt(now)}.${type === 'video/mp4' ? 'mp4' : 'webm'}`, type });
  let size = 0;
  let ended: Ended = 'broken';
  const stop = (why: Ended) => {
    if (recorder.state === 'inactive') return;
    ended = why;
    recorder.stop();
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    storing.add(data);
    size += data.size;
    if (size > MEDIA_MAX_BYTES - END_BYTES) stop('full');
  });
  recorder.addEventListener('stop', () => storing.end());
  // `stored` settles while the recorder is still running only if the device cannot store more.
  const over = () => stop('no-room');
  storing.stored.then(over, over);
  recorder.start(PIECE_MS);
  return { stop: () => stop('stopped'), film: storing.stored.then(({ id }) => ({ mediaId: id, ended })) };
}

/** Takes one picture of the stream's current frame. */
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
