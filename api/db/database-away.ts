/**
 * The database could not be asked, or its connection ended before it answered. A commit that meets this may or may not
 * have happened. The same call may succeed later, so callers get 503 and keep what they have.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown, words = `The database is away: ${reasonOf(cause)}`) {
    super(words, { cause });
  }
}

/** Whether this error, or one that it was made from, says that the database is away: drizzle wraps what drivers throw. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseAway) return true;
  return false;
}

/**
 * Connection exceptions, the shutdown, crash and start of a server, no connection left, and a standby that takes no
 * writes until a failover has ended. Not 08P01: a violation of the protocol is a mistake of ours.
 */
const AWAY_STATES = /^(?:0800[013467]|57P0[1235]|53300|25006)$/;

/** @param code an SQLSTATE */
export const isAwayState = (code: unknown): boolean => typeof code === 'string' && AWAY_STATES.test(code);

/** In one line that holds neither SQL nor a password. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return (code === 'ECONNREFUSED' ? 'nothing answers there' : message || code || 'no answer').split('\n')[0]!;
}
