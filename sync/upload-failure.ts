import { ERRORS } from '../api/contract/errors.ts';
import { UPLOAD_RETRY_DELAYS_MS } from '../api/contract/limits.ts';
import type { DeviceMedia, MediaError } from './device-media.ts';
import { retryAfterMsOf } from './retry-after.ts';

/**
 * What an upload waits before it tries again: the specification's delays (section 9) for the first tries, then twice
 * as long each time up to five minutes, with jitter so that a field full of phones does not come back as one.
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

/** An answer that was not a success, or no answer (status 0), in the middle of an upload. */
export class UploadFailure extends Error {
  readonly step: 'open' | 'send' | 'finalize' | 'poster';
  readonly failure: MediaError;
  /** What the server asked to wait. */
  readonly retryAfterMs: number;

  constructor(step: UploadFailure['step'], failure: MediaError, retryAfterMs = 0) {
    super(failure.message);
    this.name = 'UploadFailure';
    this.step = step;
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

export const NO_ANSWER: MediaError = { status: 0, code: 'network', message: 'The server did not answer' };

export const NO_FILE: MediaError = {
  status: 0,
  code: 'no_file',
  message: 'This file is no longer on this device. Please add it again.',
};

export const HASH_DIFFERS: MediaError = {
  status: 0,
  code: 'hash_differs',
  message: 'The file arrived altered and is being sent again.',
};

/** What a person reads when sending starts anew by itself. */
export const EXPIRED: Omit<MediaError, 'status'> = {
  code: 'expired',
  message: 'The server no longer has what was sent before, so sending starts again.',
};

/** @param body of a refusal: the contract's ErrorBody, or whatever a proxy sent */
export function failureOfAnswer(
  step: UploadFailure['step'],
  status: number,
  body: string,
  retryAfter: string | null | undefined,
): UploadFailure {
  return new UploadFailure(step, { status, ...wordsOf(status, body) }, retryAfterMsOf(retryAfter, Date.now) ?? 0);
}

function wordsOf(status: number, body: string): { code: string; message: string } {
  const fallback = { code: `http_${status}`, message: `The server answered ${status}` };
  try {
    const { code = fallback.code, message = fallback.message } = JSON.parse(body) as Partial<MediaError>;
    return { code: String(code), message: String(message) };
  } catch {
    return fallback;
  }
}

export type Verdict = 'signed-out' | 'start-anew' | 'retry' | 'final';

/** What follows from a failure (specification, section 8; design sections 4 and 5). */
export function judgeFailure({ step, failure }: UploadFailure): Verdict {
  const { status, code } = failure;
  if (code === 'unauthenticated' || code === 'beta_required') return 'signed-out';
  if (code === NO_FILE.code) return 'final';
  if (code === HASH_DIFFERS.code) return 'start-anew';
  if (isOurs(failure) && (status === 404 || status === 410)) {
    // The server does not know this upload any more: it lay untouched for seven days, or its disk was lost.
    if (step === 'send' || step === 'finalize') return 'start-anew';
    if (step === 'poster') return 'retry';
  }
  return isLasting(failure) ? 'final' : 'retry';
}

/**
 * Whether a person who tries a failed file again could have more luck: the same bytes are refused the same way however
 * often they are sent, and what is no longer on the device cannot be sent.
 */
export function retryHelps({ fileName, lastError }: Pick<DeviceMedia, 'fileName' | 'lastError'>): boolean {
  if (fileName === null || lastError?.code === NO_FILE.code) return false;
  return !lastError || lastError.status === 401 || !isLasting(lastError);
}

/** The answers that say something about the bytes, or about who sends them, and will say the same again. */
const FINAL = new Set([400, 403, 404, 405, 413, 415, 422, 501, 505]);

/** Whether the API itself said it: a proxy whose server is away has pages of its own, and an answer to HEAD has no words. */
export const isOurs = ({ code }: MediaError): boolean => Object.hasOwn(ERRORS, code);

/**
 * Whether the same will be said again. An answer that nobody knows, one that asks for a newer app, and one that is not
 * the API's must not end anything; but a proxy that bounds bodies does so whenever it is asked. A person whose room is
 * used up has nothing wrong with the file: it waits as for a full server.
 */
function isLasting(failure: MediaError): boolean {
  const { status, code } = failure;
  if (!FINAL.has(status) || code === 'media_full') return false;
  return isOurs(failure) || status === 413 || status >= 500;
}
