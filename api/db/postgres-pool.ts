import pg from 'pg';
import { DatabaseUnavailable, isUnavailableError, isDatabaseUnavailable } from './database-unavailable.ts';

/** How long to wait for a new connection, or for a free one while all are busy. */
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 10_000;
/** After a failover, connections move to the new server within this time. */
const LIFETIME_S = 3_600;

/** Connection settings for the address in `DATABASE_URL`. */
export function connectionTo(url: string): pg.ClientConfig {
  const address = new URL(url);
  // As in libpq: `require` requires TLS, `verify-full` also a trusted certificate.
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  // pg does not know `allow`, and would require a trusted certificate.
  if (mayBePlain(address)) address.searchParams.set('sslmode', 'prefer');
  return {
    connectionString: address.href,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    fallback_application_name: 'longline',
  };
}

const mayBePlain = ({ searchParams }: URL) => ['prefer', 'allow'].includes(searchParams.get('sslmode') ?? '');

/**
 * The address to try next after this failure: without TLS, if the server has none and `sslmode` (`prefer`, `allow`)
 * permits it. pg has no such fallback.
 */
export function withoutTls(url: string, error: unknown): string | null {
  const address = new URL(url);
  const { message } = (isDatabaseUnavailable(error) ? (error as Error).cause : error) as Error;
  if (!mayBePlain(address) || message !== 'The server does not support SSL connections') return null;
  address.searchParams.set('sslmode', 'disable');
  return address.href;
}

/** Connections that have ended. Any later query on one fails for that reason. */
const lost = new WeakSet<pg.ClientBase>();

export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_S,
    pipeline: true,
  });
  // Without listeners, a lost connection would crash the process. The pool replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => lost.add(client)));
  return pool;
}

/** @throws DatabaseUnavailable for every connection failure */
export const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error);
  });

/** @throws DatabaseUnavailable if the connection ends before the answer, otherwise the server's error */
export const ask = (client: pg.PoolClient, query: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> =>
  client.query(query as pg.QueryConfig, values).catch((error: unknown) => {
    throw lost.has(client) || isUnavailableError(error as Error) ? new DatabaseUnavailable(error) : error;
  });
