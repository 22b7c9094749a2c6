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
 * the failover ends. Not 08P01: a protocol violation is our bug, unless a pooler names it so.
 */
const UNAVAILABLE_STATES = /^(?:0800[013467]|57P0[1235]|53300|25006)$/;

/** PgBouncer lost PostgreSQL, or found no connection to it in time. It calls that a protocol violation. */
const POOLER_LOST_DATABASE = /^(?:server conn crashed|server login has been failing|pgbouncer cannot connect|query_wait_timeout)/;

/** Whether an error of the database or a pooler says that it may answer later. */
export const isUnavailableError = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || (code === '08P01' && POOLER_LOST_DATABASE.test(String(message))));

/** The reason in one line, without SQL or passwords. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return (code === 'ECONNREFUSED' ? 'nothing answers there' : message || code || 'no answer').split('\n')[0]!;
}
