import { HTTPException } from 'hono/http-exception';
import type { ErrorCode } from '../contract/errors.ts';
import { Refusal } from '../errors.ts';
import type { Log } from '../log.ts';

const CODE_OF_STATUS: Record<number, ErrorCode> = { 400: 'invalid', 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found', 413: 'too_large' };

/** What the caller is told of an error. Only refusals speak for themselves; the rest, and what is behind them, goes to the log and stays there. */
export function refusalOf(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) log.warn({ err: error.cause, requestId, code: error.code }, 'A call was refused for what is wrong here');
    return error;
  }
  if (error instanceof HTTPException) {
    const code = CODE_OF_STATUS[error.status];
    if (code) return new Refusal(code, error.message || 'This request cannot be answered');
  }
  log.error({ err: error, requestId }, 'A call failed');
  return new Refusal('internal', 'Something went wrong on our side. Please try again.');
}
