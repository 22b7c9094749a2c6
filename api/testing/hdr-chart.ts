import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { HdrTransfer } from '../contract/tone-map.ts';
import type { EncodedFilms } from './encoded-films.ts';

const run = promisify(execFile);

const CHART = { width: 640, height: 360 };
/** Nits of an SDR picture's white in HDR (ITU-R BT.2408), and of the brightest step. */
const WHITE = 203;
const BRIGHTEST = 1_000;
/** Grey columns from white to the brightest, each brighter than the last by the same factor. */
const STEPS = 8;
const COLUMN = CHART.width / STEPS;

const NAMES: Record<HdrTransfer, string> = { hlg: 'arib-std-b67', pq: 'smpte2084' };
const FOR_X265 = (name: string) => `log-level=none:colorprim=bt2020:transfer=${name}:colormatrix=bt2020nc`;
const CODECS = {
  'chart.mov': (name: string) => ['-c:v', 'libx265', '-x265-params', FOR_X265(name), '-crf', '10', '-tag:v', 'hvc1'],
  'chart.mp4': () => ['-c:v', 'libx264', '-crf', '10'],
};

/**
 * A film in HDR with colour bars as bright as in SDR, or with steps above white: HEVC as from a phone (`chart.mov`), or
 * H.264, which Chromium decodes (`chart.mp4`). It is computed by BT.2100, since zimg approximates HLG.
 */
export async function hdrFilm(
  films: EncodedFilms,
  { transfer, picture, as }: { transfer: HdrTransfer; picture: 'bars' | 'stairs'; as: keyof typeof CODECS },
): Promise<string> {
  const path = join(films.folder, `${transfer}-${picture}-${as}`);
  const nits = picture === 'bars' ? nitsOfBars(await sdrBars(films)) : nitsOfStairs();
  await writeFile(`${path}.rgb`, encoded(nits, transfer));
  const frames = ['-f', 'rawvideo', '-pix_fmt', 'rgb48le', '-s', `${CHART.width}x${CHART.height}`, '-r', '10', '-i', `${path}.rgb`];
  const filters = 'loop=loop=9:size=1,scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le';
  const colours = ['-color_primaries', 'bt2020', '-color_trc', NAMES[transfer], '-colorspace', 'bt2020nc'];
  await run(films.programs.ffmpeg, ['-v', 'error', ...frames, '-vf', filters, ...CODECS[as](NAMES[transfer]), ...colours, '-y', path]);
  return path;
}

const BARS = `smptehdbars=size=${CHART.width}x${CHART.height}:rate=10:duration=1`;
const IN_RGB = 'scale=in_color_matrix=bt709:out_range=pc,format=gbrp';

/** The bars of a television test picture in SDR: red, green and blue of each pixel. */
export async function sdrBars({ programs, folder }: EncodedFilms): Promise<Buffer> {
  const path = join(folder, 'bars.rgb');
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  await run(programs.ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', BARS, '-frames:v', '1', '-vf', IN_RGB, ...raw, '-y', path]);
  return readFile(path);
}

/** The bars as an SDR film with the matrix of BT.709, as every camera records it. */
export async function sdrFilm({ programs, folder }: EncodedFilms): Promise<string> {
  const path = join(folder, 'sdr-bars.mp4');
  const filters = `${IN_RGB},scale=out_color_matrix=bt709,format=yuv420p`;
  const colours = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
  await run(programs.ffmpeg, [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    BARS,
    '-vf',
    filters,
    '-c:v',
    'libx264',
    '-crf',
    '10',
    ...colours,
    '-y',
    path,
  ]);
  return path;
}

/** Red, green and blue of each pixel of a picture. */
export const pixelsOf = (picture: string | Buffer): Promise<Buffer> => sharp(picture).removeAlpha().raw().toBuffer();

/** The mean difference over all pixels and colours, on a scale of 255. */
export function meanDifference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) throw new Error('The pictures have different sizes');
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

/** The grey of each step in the middle of its column. */
export const stepsIn = (pixels: Buffer): number[] =>
  Array.from({ length: STEPS }, (_, step) => pixels[((CHART.height / 2) * CHART.width + (step + 0.5) * COLUMN) * 3] ?? 0);

type Colour = [red: number, green: number, blue: number];

function nitsOfBars(pixels: Buffer): Colour[] {
  const light = (code = 0) => WHITE * (code / 255) ** 2.4;
  return Array.from({ length: pixels.length / 3 }, (_, at) => {
    const [red, green, blue] = [light(pixels[at * 3]), light(pixels[at * 3 + 1]), light(pixels[at * 3 + 2])];
    // BT.709 to BT.2020 (ITU-R BT.2087).
    return [
      0.6274 * red + 0.3293 * green + 0.0433 * blue,
      0.0691 * red + 0.9195 * green + 0.0114 * blue,
      0.0164 * red + 0.088 * green + 0.8956 * blue,
    ];
  });
}

function nitsOfStairs(): Colour[] {
  return Array.from({ length: CHART.width * CHART.height }, (_, at) => {
    const step = Math.floor((at % CHART.width) / COLUMN);
    const nits = WHITE * (BRIGHTEST / WHITE) ** (step / (STEPS - 1));
    return [nits, nits, nits];
  });
}

function encoded(pixels: Colour[], transfer: HdrTransfer): Uint16Array {
  const code = transfer === 'pq' ? pqCode : hlgCodes;
  return Uint16Array.from(pixels.flatMap((nits) => code(nits).map((value) => Math.round(65_535 * value))));
}

/** BT.2100, table 4: the inverse EOTF. */
const pqCode = (nits: Colour): number[] =>
  nits.map((value) => {
    const power = (value / 10_000) ** 0.1593017578125;
    return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
  });

/** BT.2100, table 5: the inverse OOTF of a display with 1,000 nits, then the OETF. */
function hlgCodes(nits: Colour): number[] {
  const [red, green, blue] = nits.map((value) => value / 1_000) as Colour;
  const scene = (0.2627 * red + 0.678 * green + 0.0593 * blue) ** (-0.2 / 1.2);
  return [red, green, blue].map((value) => {
    const light = value === 0 ? 0 : value * scene;
    return light <= 1 / 12 ? Math.sqrt(3 * light) : 0.17883277 * Math.log(12 * light - 0.28466892) + 0.55991073;
  });
}
