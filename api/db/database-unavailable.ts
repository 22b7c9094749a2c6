/**
 * The database is unreachable, or the connection ended before the answer. A commit that fails this way may or may not
 * have happened. A retry may succeed, so callers get 503 and keep their data.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown, words = `The database is unreachable: ${reasonOf(cause)}`) {
    super(words, { cause });
  }
}

/** Whether this error, or one of its causes, is a DatabaseUnavailable: drizzle wraps driver errors. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseUnavailable) return true;
  return false;
}

/**
 * Connection errors, server shutdown, crash and startup, no free connection, and a standby that rejects writes until
 * the failover ends. Not 08P01: a protocol violation is our bug.
 */
const UNAVAILABLE_STATES = /^(?:0800[013467]|57P0[1235]|53300|25006)$/;

/** @param code an SQLSTATE */
export const isUnavailableState = (code: unknown): boolean => typeof code === 'string' && UNAVAILABLE_STATES.test(code);

/** The reason in one line, without SQL or passwords. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return (code === 'ECONNREFUSED' ? 'nothing answers there' : message || code || 'no answer').split('\n')[0]!;
}
