import { spawn } from 'node:child_process';

export interface Limits {
  /** The shell's switch for memory: `-v` counts all addresses, `-d` only memory that can be written. */
  memory: { counted: '-v' | '-d'; kilobytes: number };
  processorSeconds: number;
  /** Size of a written file, in blocks of 512 bytes, as in POSIX. */
  writtenBlocks: number;
}

/** Limits for ffmpeg: enough for a 500 MB video from a phone, but not for files that are crafted to exhaust the server. */
const FILM_LIMITS: Limits = {
  memory: { counted: '-v', kilobytes: 3 * 1_048_576 },
  processorSeconds: 2 * 3_600,
  // Two gigabytes.
  writtenBlocks: 4_194_304,
};
const WORDS_KEPT = 2_000;

// Node cannot set limits, so a shell does; it skips those that the system does not support. Neither this script nor the
// arguments ever contain text from a file.
const boundedBy = ({ memory, processorSeconds, writtenBlocks }: Limits) =>
  [
    `ulimit ${memory.counted} ${memory.kilobytes} 2>/dev/null`,
    `ulimit -t ${processorSeconds} 2>/dev/null`,
    `ulimit -f ${writtenBlocks} 2>/dev/null`,
    'exec nice -n 19 "$0" "$@"',
  ].join('; ');

export interface Bounds {
  /** Wall-clock time in milliseconds, after which the program is killed. */
  timeoutMs: number;
  signal?: AbortSignal;
  limits?: Limits;
  env?: Record<string, string>;
}

/** The parts of a program's output that the log may quote. The rest can contain titles and other text of the video. */
const REASONS = [
  'No space left on device',
  'Disk quota exceeded',
  'Cannot allocate memory',
  'Invalid data found when processing input',
  'moov atom not found',
  'Unknown encoder',
  'Conversion failed',
  'File size limit exceeded',
  'CPU time limit exceeded',
] as const;

const CODES: Partial<Record<(typeof REASONS)[number], string>> = {
  'No space left on device': 'ENOSPC',
  'Disk quota exceeded': 'EDQUOT',
};

/** A program failed. The message is the end of its output. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
  /** The exit code, or the signal that ended it. */
  readonly exit: number | string;
  readonly reason: (typeof REASONS)[number] | undefined;
  /** Node's error code for a full disk or a used-up quota, for which ffmpeg has no exit code. */
  readonly code: string | undefined;

  constructor(exit: number | string, said: string) {
    super(`${exit}: ${said}`);
    this.exit = exit;
    this.reason = REASONS.find((reason) => said.includes(reason));
    this.code = this.reason && CODES[this.reason];
  }
}

/**
 * Runs a program with limits on time, memory and output, at the lowest priority, and without the server's secrets in its
 * environment.
 * @returns its standard output
 * @throws ProgramFailed
 */
export function runBounded(
  program: string,
  args: readonly string[],
  { timeoutMs, signal, limits = FILM_LIMITS, env = {} }: Bounds,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', boundedBy(limits), program, ...args], {
      env: { PATH: '/usr/bin:/bin', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    let said = '';
    let words = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, 1_000_000)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-WORDS_KEPT)));
    child.on('error', reject);
    child.on('close', (code, killed) => {
      if (code === 0) resolve(said);
      else reject(new ProgramFailed(code ?? killed ?? 'unknown', words.trim()));
    });
  });
}
