import { MESSAGES } from '../../api/contract/errors.ts';
import type { Answered } from './call-api.ts';
import type { AnsweredFailure } from '../store/failure.ts';
import type { PauseReason } from '../store/setting-values.ts';

/** Why the whole queue stops: try again later, or wait for the person. */
export type Setback =
  /**
   * `readFirst`: retry at once, but only after reading the server's new history. `newMayGo`: only some changes wait,
   * and a new one is worth a try.
   */
  { kind: 'retry'; reachable: boolean; afterMs: number | null; readFirst?: true; newMayGo?: true } | { kind: 'pause'; reason: PauseReason };

/** The network does not reach the server. */
export const UNREACHABLE: Setback & { kind: 'retry' } = { kind: 'retry', reachable: false, afterMs: null };

/** The server's history differs from the one that the device has read. */
export const READ_FIRST: Setback = { kind: 'retry', reachable: true, afterMs: null, readFirst: true };

/** What an answer means for one change (R124, R125, R126). */
export type MutationOutcome = 'confirmed' | 'refused' | 'failed' | 'later' | 'not-applied' | Setback;

const REFUSED = new Set([400, 403, 404, 409, 413, 415, 422, 501, 505]);
const LATER = new Set([408, 418, 423, 425, 429]);

export function failureOf(status: number, body: unknown): AnsweredFailure {
  const { message, code, fields } = (body ?? {}) as { message?: unknown; code?: unknown; fields?: unknown };
  return {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : '',
    ...(typeof fields === 'object' && fields !== null && { fields: fields as Record<string, string> }),
  };
}

/** @param retryAfterMs Retry-After of the whole answer */
export function classifyAnswer(status: number, body: unknown, retryAfterMs: number | null = null): MutationOutcome {
  if (status >= 200 && status < 300) return 'confirmed';
  if (status === 424) return 'not-applied';
  const pause = pauseOf(status, failureOf(status, body));
  if (pause) return pause;
  if (REFUSED.has(status)) return 'refused';
  if (LATER.has(status)) return 'later';
  // The server cannot reach its database, or is full: no change is to blame, and all others would fail the same way (R331).
  if (status === 503 || status === 507) return { kind: 'retry', reachable: true, afterMs: retryAfterMs };
  if (status >= 500) return 'failed';
  // An unknown answer must not lose work: stop and keep everything.
  return { kind: 'pause', reason: 'unknown' };
}

/** What an answer means for a whole request; null for success. */
export function setbackOf(answered: Answered): Setback | null {
  const { status, retryAfterMs } = answered;
  // Respect a proxy's Retry-After; any other foreign answer means that the network does not reach the server.
  if (answered.kind === 'unreachable') return { kind: 'retry', reachable: retryAfterMs !== null, afterMs: retryAfterMs };
  const { body } = answered;
  const outcome = classifyAnswer(status, body, retryAfterMs);
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'confirmed') return null;
  if (outcome === 'later' || outcome === 'failed') return { kind: 'retry', reachable: true, afterMs: retryAfterMs };
  return { kind: 'pause', reason: 'unknown' };
}

function pauseOf(status: number, { code, message }: AnsweredFailure): Setback | null {
  if (status === 401) return { kind: 'pause', reason: 'signed-out' };
  if (code === 'account_deleted') return { kind: 'pause', reason: 'erased' };
  if (status === 403 && (code === 'beta_required' || message.includes(MESSAGES.betaRequired))) {
    return { kind: 'pause', reason: 'beta' };
  }
  if (status === 426) return { kind: 'pause', reason: 'upgrade' };
  return null;
}
