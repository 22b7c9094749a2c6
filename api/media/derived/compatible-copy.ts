import { dirname, join } from 'node:path';
import { type Ffmpeg, inputOf } from '../ports/ffmpeg.ts';
import { type Bounds, runBounded } from '../ports/run-bounded.ts';
import { isIsoVideo } from '../store/media-types.ts';
import type { ProbedVideo } from './probe-video.ts';
import { toneMapping } from './tone-map.ts';

/** 8-bit 4:2:0 pixels: the only kind of H.264 that every browser decodes. */
const PLAIN_PIXELS = ['yuv420p', 'yuvj420p'];

const isPlainH264 = ({ video }: ProbedVideo) => video?.codec === 'h264' && PLAIN_PIXELS.includes(video.pixels);

/** Whether every browser that this app supports can be expected to play a video unchanged. */
export function playsEverywhere(probed: ProbedVideo, mediaType: string): boolean {
  // WebM is missing because older iPhones cannot play it.
  return isIsoVideo(mediaType) && isPlainH264(probed) && (!probed.audio || ['aac', 'mp3'].includes(probed.audio.codec));
}

/** Longest side, in pixels: enough for a phone's screen, and affordable for a small server. */
const LONGEST_SIDE = 1_920;

const fitted = `scale='if(gt(iw,ih),min(${LONGEST_SIDE},iw),-2)':'if(gt(iw,ih),-2,min(${LONGEST_SIDE},ih))'`;

/**
 * Makes a copy that plays everywhere: H.264 and AAC in MP4, at most full HD, upright, without metadata, with its index
 * first so that it starts at once. Copies a track that is already suitable. Also writes a table into the target's folder.
 * @throws ProgramFailed
 */
export async function makeCompatible(
  { ffmpeg }: Ffmpeg,
  { file, mediaType, probed, target }: { file: string; mediaType: string; probed: ProbedVideo; target: string },
  bounds: Bounds,
): Promise<void> {
  const picture = isPlainH264(probed)
    ? ['-c:v', 'copy']
    : ['-vf', [fitted, ...(await inSdr(probed, target, FILM)), 'format=yuv420p'].join(), ...ENCODER];
  const sound = probed.audio?.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  await runBounded(
    ffmpeg,
    [
      '-nostdin',
      '-v',
      'error',
      '-threads',
      '2',
      ...inputOf(file, mediaType),
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      ...picture,
      ...sound,
      '-threads',
      '2',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      target,
    ],
    bounds,
  );
}

const ENCODER = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'];

/** Filters that set SDR colours, for films and for JPEG, which always has the matrix of BT.601. */
const FILM = ['scale=out_color_matrix=bt709:out_range=tv', 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv'];
const JPEG = ['scale=out_color_matrix=bt601:out_range=pc'];

/** Filters that convert an HDR film to SDR; none for a film in SDR. */
async function inSdr({ video }: ProbedVideo, target: string, colours: string[]): Promise<string[]> {
  return video?.hdr ? [...(await toneMapping(video.hdr, join(dirname(target), 'to-sdr.cube'))), ...colours] : [];
}

/** Maximum display width of a poster: a card on a desktop at twice the pixels. */
const POSTER_WIDTH = 960;

/**
 * A frame one second into a video, or from the middle of a shorter one, as JPEG. Also writes a table into the target's folder.
 * @throws ProgramFailed
 */
export async function makePoster(
  { ffmpeg }: Ffmpeg,
  { file, mediaType, probed, target }: { file: string; mediaType: string; probed: ProbedVideo; target: string },
  bounds: Bounds,
): Promise<void> {
  const narrowed = `scale='min(${POSTER_WIDTH},iw)':-2`;
  const toSdr = await inSdr(probed, target, JPEG);
  const moment = Math.min(1, (probed.durationSeconds ?? 0) / 2);
  await runBounded(
    ffmpeg,
    [
      '-nostdin',
      '-v',
      'error',
      '-threads',
      '2',
      '-ss',
      moment.toFixed(3),
      ...inputOf(file, mediaType),
      '-map',
      '0:v:0',
      '-frames:v',
      '1',
      '-vf',
      (toSdr.length > 0 ? [narrowed, ...toSdr] : [`${narrowed}:out_color_matrix=bt601`]).join(),
      '-map_metadata',
      '-1',
      '-c:v',
      'mjpeg',
      '-pix_fmt',
      'yuvj420p',
      '-q:v',
      '4',
      '-f',
      'image2',
      '-update',
      '1',
      '-y',
      target,
    ],
    bounds,
  );
}
