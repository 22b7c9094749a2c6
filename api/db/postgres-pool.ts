import pg from 'pg';
import { DatabaseAway, isAwayState, isDatabaseAway } from './database-away.ts';

const MOST_CONNECTIONS = 10;
/** For a new connection, and for a free one while all are in use. */
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 10_000;
/** After a failover, connections move to the new server within this time. */
const LIFETIME_S = 3_600;

/** How Longline connects to the address of `DATABASE_URL`. */
export function connectionTo(url: string): pg.ClientConfig {
  const address = new URL(url);
  // As in libpq: `require` asks for TLS, `verify-full` also for a known certificate.
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  // pg does not know `allow`, and would ask for a known certificate.
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
 * The address to try next after this failure: without TLS, when the server has none and `sslmode` (`prefer`, `allow`)
 * leaves the choice. pg itself does not fall back.
 */
export function withoutTls(url: string, error: unknown): string | null {
  const address = new URL(url);
  const { message } = (isDatabaseAway(error) ? (error as Error).cause : error) as Error;
  if (!mayBePlain(address) || message !== 'The server does not support SSL connections') return null;
  address.searchParams.set('sslmode', 'disable');
  return address.href;
}

/** Connections that ended; what they are asked afterwards fails for that reason alone. */
const lost = new WeakSet<pg.ClientBase>();

export function openPool(url: string, max = MOST_CONNECTIONS): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_S,
    pipeline: true,
  });
  // Without listeners an ended connection would end the process. The pool itself replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => lost.add(client)));
  return pool;
}

/** @throws DatabaseAway whatever keeps us from connecting */
export const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseAway(error);
  });

/** @throws DatabaseAway when the connection ends before the answer, else what the server said */
export const ask = (client: pg.PoolClient, query: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> =>
  client.query(query as pg.QueryConfig, values).catch((error: unknown) => {
    throw lost.has(client) || isAwayState((error as { code?: string }).code) ? new DatabaseAway(error) : error;
  });
