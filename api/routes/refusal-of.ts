import { HTTPException } from 'hono/http-exception';
import type { ErrorCode } from '../contract/errors.ts';
import { isDatabaseFull } from '../db/database-full.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { Refusal } from '../errors.ts';
import type { Log } from '../log.ts';

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
};

/** About as long as a restart of PostgreSQL takes. Devices add their own backoff. */
const AWAY_SECONDS = 5;

export const databaseAway = () =>
  new Refusal('unavailable', "The server can't reach its database right now. Please try again in a moment.", { retryAfter: AWAY_SECONDS });

/** Freeing space takes a person, so devices need not ask often. */
const FULL_SECONDS = 60;

export const databaseFull = () =>
  new Refusal('storage_full', 'The server is full. Your changes are kept on your devices and sync when there is space.', {
    retryAfter: FULL_SECONDS,
  });

/** The answer for an error. Only refusals show their own message; other errors, and causes, go only to the log. */
export function refusalOf(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof Refusal) {
    if (error.cause !== undefined)
      log.warn({ err: error.cause, requestId, code: error.code }, 'A call was refused because of a server problem');
    return error;
  }
  if (error instanceof HTTPException) {
    const code = CODE_OF_STATUS[error.status];
    if (code) return new Refusal(code, error.message || 'This request cannot be answered');
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ requestId }, 'A call was answered 503: the database is unavailable');
    return databaseAway();
  }
  if (isDatabaseFull(error)) {
    log.warn({ requestId }, 'A call was answered 507: the disk of the database is full');
    return databaseFull();
  }
  log.error({ err: error, requestId }, 'A call failed');
  return new Refusal('internal', 'Something went wrong on our side. Please try again.');
}
