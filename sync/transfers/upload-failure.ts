import { ERRORS } from '../../api/contract/errors.ts';
import { UPLOAD_RETRY_DELAYS_MS } from '../../api/contract/limits.ts';
import type { AnsweredFailure, MediaError } from '../store/failure.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { retryAfterMsOf } from '../http/retry-after.ts';

/**
 * How long an upload waits before it retries: the product's delays (R92) for the first attempts, then
 * doubling up to five minutes, with jitter so that many phones do not return at once.
 * @param attempts failed attempts since the last byte that got through, at least 1
 * @param random from 0 up to 1
 */
export function uploadRetryDelay(attempts: number, random: number): number {
  const fixed = UPLOAD_RETRY_DELAYS_MS[attempts - 1];
  if (fixed !== undefined) return fixed;
  const doubled = LAST_FIXED_DELAY_MS * 2 ** (attempts - UPLOAD_RETRY_DELAYS_MS.length);
  return Math.min(doubled, LONGEST_DELAY_MS) * (0.5 + random / 2);
}

const LAST_FIXED_DELAY_MS = UPLOAD_RETRY_DELAYS_MS.at(-1) ?? 0;
const LONGEST_DELAY_MS = 300_000;

/** An upload step that got an unsuccessful answer, or none (status 0). */
export class UploadFailure extends Error {
  readonly step: 'open' | 'send' | 'finalize' | 'poster';
  readonly failure: MediaError;
  /** The wait that the server asked for; 0 if none. */
  readonly retryAfterMs: number;
  /** Length of the part that was being sent; null if none was. */
  readonly partBytes: number | null;

  constructor(
    step: UploadFailure['step'],
    failure: MediaError,
    { retryAfterMs = 0, partBytes = null }: { retryAfterMs?: number; partBytes?: number | null } = {},
  ) {
    super(`${step}: ${failure.status} ${failure.code}`);
    this.name = 'UploadFailure';
    this.step = step;
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
    this.partBytes = partBytes;
  }
}

export const NO_ANSWER = { status: 0, code: 'network' } as const satisfies MediaError;
export const NO_FILE = { status: 0, code: 'no_file' } as const satisfies MediaError;
export const HASH_DIFFERS = { status: 0, code: 'hash_differs' } as const satisfies MediaError;

/** Code for a body that a proxy finds too large. */
const INTERCEPTED = 'intercepted' satisfies MediaError['code'];

/** Code for an upload that restarts on its own. */
export const EXPIRED = 'expired' satisfies MediaError['code'];

/** @param body of a refusal: the contract's ErrorBody, or a proxy's page */
export function failureOfAnswer(
  step: UploadFailure['step'],
  status: number,
  body: string,
  retryAfter: string | null | undefined,
  partBytes: number | null = null,
): UploadFailure {
  const retryAfterMs = retryAfterMsOf(retryAfter, Date.now) ?? 0;
  return new UploadFailure(step, failureIn(status, body), { retryAfterMs, partBytes });
}

function failureIn(status: number, body: string): MediaError {
  const answer = { status, ...answerIn(status, body) };
  // The API's own 413 answers name their reason.
  return status === 413 && !isOurs(answer) ? { status, code: INTERCEPTED } : answer;
}

function answerIn(status: number, body: string): { code: string; message: string } {
  const fallback = { code: `http_${status}`, message: '' };
  try {
    const { code = fallback.code, message = fallback.message } = JSON.parse(body) as Partial<AnsweredFailure>;
    return { code: String(code), message: String(message) };
  } catch {
    return fallback;
  }
}

export type UploadFailureKind = 'signed-out' | 'start-over' | 'retry' | 'final';

/** What to do after a failure (R93). */
export function classifyFailure({ step, failure }: UploadFailure): UploadFailureKind {
  const { status, code } = failure;
  if (code === 'unauthenticated' || code === 'beta_required' || code === 'account_deleted') return 'signed-out';
  if (code === NO_FILE.code) return 'final';
  if (code === HASH_DIFFERS.code) return 'start-over';
  if (isOurs(failure) && (status === 404 || status === 410)) {
    // The server no longer knows this upload: it was untouched for days, or the server's disk was lost.
    if (step === 'send' || step === 'finalize') return 'start-over';
    if (step === 'poster') return 'retry';
  }
  return isLasting(failure) ? 'final' : 'retry';
}

/**
 * Whether the person may succeed by retrying a failed file. The server refuses the same bytes every time, and a file
 * that is no longer on the device cannot be sent. A proxy's limit may have changed.
 */
export function retryHelps(file: Pick<DeviceMedia, 'fileName' | 'lastError'>): boolean {
  if (isLost(file)) return false;
  const { lastError } = file;
  return !lastError || lastError.status === 401 || lastError.code === INTERCEPTED || !isLasting(lastError);
}

/** Whether the bytes of a failed file are not on this device, or not all of them. */
export const isLost = ({ fileName, lastError }: Pick<DeviceMedia, 'fileName' | 'lastError'>): boolean =>
  fileName === null || lastError?.code === NO_FILE.code;

/** Statuses about the bytes or their sender, which a retry would get again. */
const FINAL = new Set([400, 403, 404, 405, 413, 415, 422, 501, 505]);

/** Whether the API itself answered. Proxies send their own pages when the server is down; HEAD answers have no body. */
export const isOurs = ({ code }: MediaError): boolean => Object.hasOwn(ERRORS, code);

/**
 * Whether a retry would get the same answer. An unknown answer, a demand for a newer app, or a foreign page must not
 * end an upload; but a proxy's body limit lasts. With `media_full` nothing is wrong with the file: it waits for room.
 */
function isLasting(failure: MediaError): boolean {
  const { status, code } = failure;
  if (!FINAL.has(status) || code === 'media_full') return false;
  return isOurs(failure) || status === 413 || status >= 500;
}
