import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isIsoVideo, isMatroska } from '../store/media-types.ts';

/** Absolute paths of the two programs. */
export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
}

/** @param path folders to search, as in PATH. @returns null if either program is missing */
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

/** Enough, with a margin, for a 500 MB video from a phone. Stops files that are crafted to exhaust the server. */
const MEMORY_KB = 3 * 1_048_576;
const PROCESSOR_SECONDS = 2 * 3_600;
/** In blocks of 512 bytes, as in POSIX: two gigabytes. */
const WRITTEN_BLOCKS = 4_194_304;
const WORDS_KEPT = 2_000;

// Node cannot set limits, so a shell does; it skips those that the system does not support. Neither this script nor the
// arguments ever contain text from a file.
const BOUNDED = [
  `ulimit -v ${MEMORY_KB} 2>/dev/null`,
  `ulimit -t ${PROCESSOR_SECONDS} 2>/dev/null`,
  `ulimit -f ${WRITTEN_BLOCKS} 2>/dev/null`,
  'exec nice -n 19 "$0" "$@"',
].join('; ');

export interface Bounds {
  /** Wall-clock time in milliseconds, after which the program is killed. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The parts of ffmpeg's output that the log may quote. The rest can contain titles and other text of the video. */
const REASONS = [
  'No space left on device',
  'Cannot allocate memory',
  'Invalid data found when processing input',
  'moov atom not found',
  'Unknown encoder',
  'Conversion failed',
  'File size limit exceeded',
  'CPU time limit exceeded',
] as const;

/** ffmpeg or ffprobe failed. The message is the end of its output. */
export class FfmpegFailed extends Error {
  override readonly name = 'FfmpegFailed';
  /** The exit code, or the signal that ended it. */
  readonly exit: number | string;
  readonly reason: (typeof REASONS)[number] | undefined;
  /** Node's error code for a full disk, for which ffmpeg has no exit code. */
  readonly code: 'ENOSPC' | undefined;

  constructor(exit: number | string, said: string) {
    super(`${exit}: ${said}`);
    this.exit = exit;
    this.reason = REASONS.find((reason) => said.includes(reason));
    this.code = this.reason === 'No space left on device' ? 'ENOSPC' : undefined;
  }
}

/**
 * Runs one of the programs with limits on time, memory and output, at the lowest priority, and without the server's
 * secrets in its environment.
 * @returns its standard output
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
 * Input arguments: the demuxer of the sniffed type, and files only, so that no file can pass as a playlist and make
 * ffmpeg fetch something.
 */
export const inputOf = (file: string, mediaType: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-f',
  demuxerOf(mediaType),
  '-i',
  `file:${file}`,
];

function demuxerOf(mediaType: string): string {
  if (isIsoVideo(mediaType)) return 'mov';
  return isMatroska(mediaType) ? 'matroska' : 'avi';
}
