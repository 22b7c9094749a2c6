/**
 * The database is unreachable, or the connection ended before the answer. A commit that fails this way may or may not
 * have happened. A retry may succeed, so callers get 503 and keep their data.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown, words = `The database is away: ${reasonOf(cause)}`) {
    super(words, { cause });
  }
}

/** Whether this error, or one of its causes, is a DatabaseAway: drizzle wraps driver errors. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseAway) return true;
  return false;
}

/**
 * Connection errors, server shutdown, crash and startup, no free connection, and a standby that rejects writes until
 * the failover ends. Not 08P01: a protocol violation is our bug.
 */
const AWAY_STATES = /^(?:0800[013467]|57P0[1235]|53300|25006)$/;

/** @param code an SQLSTATE */
export const isAwayState = (code: unknown): boolean => typeof code === 'string' && AWAY_STATES.test(code);

/** The reason in one line, without SQL or passwords. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return (code === 'ECONNREFUSED' ? 'nothing answers there' : message || code || 'no answer').split('\n')[0]!;
}
