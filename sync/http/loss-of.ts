import { ERRORS } from '../../api/contract/errors.ts';
import type { Answered } from './call-api.ts';
import type { SendFailure } from '../store/failure.ts';
import { failureOf, setbackOf } from './classify-answer.ts';

/** Codes for obstacles between this device and the server. */
export const LOST_CODES = { dropped: 'dropped', intercepted: 'intercepted' } as const;

/**
 * Why an envelope has no usable answer, for the author of a record that fails alone. Null when it has one, and when the
 * server only asks to wait. A proxy may ask to wait because of what the envelope holds, so that is a loss.
 * @param isBatchAnswer whether a success is one of the batch call
 */
export function lossOf(answered: Answered, isBatchAnswer: boolean): SendFailure | null {
  const { kind, status, retryAfterMs } = answered;
  if (kind === 'answer' && isForeignRefusal(answered)) {
    const failure = failureOf(status, answered.body);
    return failure.code in ERRORS ? failure : { status, code: LOST_CODES.intercepted };
  }
  const isServerWaiting = kind === 'answer' && (retryAfterMs !== null || status === 503);
  if (isServerWaiting || ASK_FOR_PATIENCE.has(status)) return null;
  if (kind === 'unreachable' || (status < 300 && !isBatchAnswer)) {
    return status === 0 ? { status, code: LOST_CODES.dropped } : { status, code: LOST_CODES.intercepted };
  }
  return status >= 500 ? failureOf(status, answered.body) : null;
}

/**
 * A refusal in the form of the API that the API gives to no whole request. A gateway can send one because of a single
 * text that the envelope holds.
 */
export function isForeignRefusal(answered: Answered): boolean {
  const setback = setbackOf(answered);
  return setback?.kind === 'pause' && setback.reason === 'unknown';
}

const ASK_FOR_PATIENCE = new Set([408, 425, 429]);
