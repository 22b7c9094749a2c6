import { ERRORS } from '../../api/contract/errors.ts';
import type { Answered } from './call-api.ts';
import type { SendFailure } from '../store/failure.ts';
import { failureOf, type Setback, setbackOf, UNREACHABLE } from './classify-answer.ts';

/** Codes for obstacles between this device and the server. */
export const LOST_CODES = { dropped: 'dropped', intercepted: 'intercepted' } as const;

/** An envelope without a usable answer. */
export interface Loss {
  /** The reason, for the author of a record that fails alone. */
  failure: SendFailure;
  /** Makes the queue wait, and never pauses it. */
  setback: Setback & { kind: 'retry' };
}

/**
 * Null if the envelope has a usable answer, or one that only asks to wait: a 408, 425 or 429 of anyone, or the API's
 * 503, 507 or Retry-After. A proxy's 503 is a loss, even with Retry-After: its reason may be the envelope's content.
 * @param isBatchAnswer whether the body has the form of an answer to the batch call
 */
export function lossOf(answered: Answered, isBatchAnswer: boolean): Loss | null {
  const { kind, status, retryAfterMs } = answered;
  const setback = setbackOf(answered);
  if (setback?.kind === 'pause') {
    if (setback.reason !== 'unknown') return null;
    // The API never refuses a whole envelope like this. A gateway that imitates it may object to a single text.
    const failure = failureOf(status, kind === 'answer' ? answered.body : null);
    return {
      failure: failure.code in ERRORS ? failure : { status, code: LOST_CODES.intercepted },
      setback: { kind: 'retry', reachable: true, afterMs: retryAfterMs },
    };
  }
  const isServerWaiting = kind === 'answer' && (retryAfterMs !== null || status === 503 || status === 507);
  if (isServerWaiting || ASK_FOR_PATIENCE.has(status)) return null;
  if (kind === 'unreachable' || (status < 300 && !isBatchAnswer)) {
    const failure: SendFailure = status === 0 ? { status, code: LOST_CODES.dropped } : { status, code: LOST_CODES.intercepted };
    return { failure, setback: setback ?? UNREACHABLE };
  }
  return setback && status >= 500 ? { failure: failureOf(status, answered.body), setback } : null;
}

const ASK_FOR_PATIENCE = new Set([408, 425, 429]);
