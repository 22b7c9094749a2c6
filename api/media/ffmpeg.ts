import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isIsoVideo, isMatroska } from './media-types.ts';

/** The two programs, by their whole paths. */
export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
}

/** @param path folders to look in, as in PATH. @returns null where one of them is missing */
export function findFfmpeg(path: string): Ffmpeg | null {
  const [ffmpeg, ffprobe] = ['ffmpeg', 'ffprobe'].map((name) =>
    path
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name))
      .find(isProgram),
  );
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a film of 500 MB from a phone needs at most, with room to spare; a file made to burst the server ends here. */
const MEMORY_KB = 3 * 1_048_576;
const PROCESSOR_SECONDS = 2 * 3_600;
/** In blocks of 512 bytes, as POSIX counts: two gigabytes. */
const WRITTEN_BLOCKS = 4_194_304;
const WORDS_KEPT = 2_000;

// A shell sets the bounds, because Node cannot; what a system does not know of them it leaves out. Nothing of a file's
// own is ever in this text or in the arguments.
const BOUNDED = [
  `ulimit -v ${MEMORY_KB} 2>/dev/null`,
  `ulimit -t ${PROCESSOR_SECONDS} 2>/dev/null`,
  `ulimit -f ${WRITTEN_BLOCKS} 2>/dev/null`,
  'exec nice -n 19 "$0" "$@"',
].join('; ');

export interface Bounds {
  /** Milliseconds on the clock; the program is killed then. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** What the log may quote of what ffmpeg says. The rest names titles and other texts of the film itself. */
const REASONS = [
  'No space left on device', 'Cannot allocate memory', 'Invalid data found when processing input', 'moov atom not found',
  'Unknown encoder', 'Conversion failed', 'File size limit exceeded', 'CPU time limit exceeded',
] as const;

/** A program of ffmpeg's ended badly; the message is the end of what it said. */
export class FfmpegFailed extends Error {
  override readonly name = 'FfmpegFailed';
  /** Its exit code, or the signal that ended it. */
  readonly exit: number | string;
  readonly reason: (typeof REASONS)[number] | undefined;
  /** As of Node's own errors, where the disk was full. It has no exit code of its own for that. */
  readonly code: 'ENOSPC' | undefined;

  constructor(exit: number | string, said: string) {
    super(`${exit}: ${said}`);
    this.exit = exit;
    this.reason = REASONS.find((reason) => said.includes(reason));
    this.code = this.reason === 'No space left on device' ? 'ENOSPC' : undefined;
  }
}

/**
 * Runs one of the programs with bounds on time, memory and what it writes, behind everything else, and without the
 * server's secrets.
 * @returns what it wrote to its standard output
 * @throws FfmpegFailed
 */
export function runBounded(program: string, args: readonly string[], { timeoutMs, signal }: Bounds): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', BOUNDED, program, ...args], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
    });
    let said = '';
    let words = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, 1_000_000)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-WORDS_KEPT)));
    child.on('error', reject);
    child.on('close', (code, killed) => {
      if (code === 0) resolve(said);
      else reject(new FfmpegFailed(code ?? killed ?? 'unknown', words.trim()));
    });
  });
}

/**
 * How a file is opened: by the demuxer of its sniffed type and from the disk alone, so that no file can make ffmpeg take
 * it for a playlist and fetch something.
 */
export const inputOf = (file: string, mediaType: string): string[] => [
  '-protocol_whitelist', 'file', '-f', demuxerOf(mediaType), '-i', `file:${file}`,
];

function demuxerOf(mediaType: string): string {
  if (isIsoVideo(mediaType)) return 'mov';
  return isMatroska(mediaType) ? 'matroska' : 'avi';
}
