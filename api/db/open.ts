import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import type { Pool } from 'pg';
import { DATABASE_CONNECTIONS, type Env, SettingsError } from '../env.ts';
import { checkpointHourly } from './checkpoint-hourly.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { copyTemplate } from './database-template.ts';
import { DatabaseUnavailable, isUnavailableError, isDatabaseUnavailable, reasonOf } from './database-unavailable.ts';
import type { Database } from './database.ts';
import { EMBEDDED_SETTINGS, saveMemory } from './embedded-memory.ts';
import { endWith } from './end-with.ts';
import { freeBytesOf } from './free-bytes.ts';
import { keepReserve, RESERVE_BYTES } from './keep-reserve.ts';
import { migratePglite, migratePostgres } from './migrate.ts';
import { ask, connect, openPool, withoutTls } from './postgres-pool.ts';
import { overPool } from './postgres-session.ts';
import { prepareStatements } from './prepare-statements.ts';
import { PrivateNodeFs } from './private-node-fs.ts';
import { yieldBetweenStatements } from './yield-between-statements.ts';
import { letYoungGenerationGrow } from './young-generation.ts';

export interface OpenDatabase {
  kind: 'pglite' | 'postgres';
  db: Database;
  /** For a dedicated connection, such as LISTEN across replicas; null with PGlite, which serves one process. */
  url: string | null;
  /**
   * Migrates the tables to this version. If several processes call it, one migrates and the others wait.
   * @param last the time of the last migration to run, for an older version's tables
   */
  migrate(last?: number): Promise<void>;
  /**
   * From now on an embedded database refuses changes while its disk is almost full (R332). Not before the start's own
   * changes, so that a server also starts on an almost full disk.
   */
  keepReserve(): void;
  /** How many connections the pool has now, and how many queries wait for one. Absent with the embedded database. */
  connections?(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const OLDEST_POSTGRES = 15;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * @param stopping aborted when this process begins to stop
 * @throws SettingsError, DataDirInUse, DatabaseUnavailable: each with one line for the terminal
 */
export const openDatabase = (
  settings: Pick<Env, 'databaseUrl' | 'dataDir'> & Partial<Pick<Env, 'databaseConnections' | 'databaseDirectUrl'>>,
  stopping?: AbortSignal,
): Promise<OpenDatabase> =>
  settings.databaseUrl === null ? openDataDir(settings.dataDir, stopping) : openServer(settings.databaseUrl, settings);

function openServer(
  url: string,
  { databaseConnections, databaseDirectUrl }: Partial<Pick<Env, 'databaseConnections' | 'databaseDirectUrl'>>,
): Promise<OpenDatabase> {
  letYoungGenerationGrow();
  return openPostgres(url, databaseConnections, databaseDirectUrl);
}

async function openDataDir(dataDir: string, stopping: AbortSignal | undefined): Promise<OpenDatabase> {
  saveMemory();
  const unlock = await lockDataDir(dataDir, stopping);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) await makeDatabase(folder);
    const fs = new PrivateNodeFs(folder, () => endWithoutSpace(dataDir));
    const database = await openPglite({ fs }, () => freeBytesOf(folder));
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The process may be killed midway, so an unfinished database never gets the final name. */
async function makeDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  // Code that was compiled without a build has no template. There PGlite runs initdb, which takes longer and 900 MB.
  if (!(await copyTemplate(unfinished))) await (await createPglite({ fs: new PrivateNodeFs(unfinished) })).close();
  await rename(unfinished, folder);
}

const createPglite = (place: PGliteOptions): Promise<PGlite> =>
  PGlite.create({ ...place, startParams: [...PGlite.defaultStartParams, ...EMBEDDED_SETTINGS] });

/** Within a write of PostgreSQL, so nothing can be awaited. The lock of a dead process holds no one back. */
function endWithoutSpace(dataDir: string): never {
  endWith(`The disk of ${dataDir} is full, so the database cannot continue. Nothing is lost: free some space, then start again.`);
}

/**
 * @param place a folder, or a dump to load into memory
 * @param freeBytes of the disk; memory has no limit of its own
 */
export async function openPglite(
  place: { fs: PrivateNodeFs } | { loadDataDir: Blob },
  freeBytes: () => number = () => Number.POSITIVE_INFINITY,
): Promise<OpenDatabase> {
  const client = yieldBetweenStatements(prepareStatements(await createPglite(place)));
  const stopCheckpoints = checkpointHourly(client, () => freeBytes() >= RESERVE_BYTES);
  const startReserve = keepReserve(client, freeBytes);
  const db = overPglite({ client });
  return {
    kind: 'pglite',
    db,
    url: null,
    migrate: (last) => migratePglite(db, { last }),
    keepReserve: startReserve,
    close() {
      stopCheckpoints();
      return client.close();
    },
  };
}

/**
 * @param connections how many to open at most
 * @param directUrl PostgreSQL itself, if `url` is that of a pooler in transaction mode: for what needs a session of its own
 * @throws DatabaseUnavailable if nothing answers or the server is still starting; a retry may succeed
 * @throws SettingsError if the server rejects the credentials or is too old
 */
export async function openPostgres(
  url: string,
  connections = DATABASE_CONNECTIONS,
  directUrl: string | null = null,
): Promise<OpenDatabase> {
  const pool = openPool(url, connections);
  try {
    const version = await versionOf(pool);
    if (version < OLDEST_POSTGRES) {
      throw new SettingsError(`DATABASE_URL points to PostgreSQL ${version}; Longline needs ${OLDEST_POSTGRES} or newer.`);
    }
  } catch (error) {
    await pool.end();
    const plain = withoutTls(url, error);
    if (plain !== null) return openPostgres(plain, connections, directUrl);
    throw error instanceof SettingsError ? error : inWords(url, error);
  }
  const own = directUrl === null ? url : await checkDirect(pool, directUrl);
  return {
    kind: 'postgres',
    db: overPool(pool, { prepares: directUrl === null }),
    url: own,
    migrate: (last) => migratePostgres(own, { last }),
    keepReserve: () => undefined,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    // If a query still holds a connection, `end` would wait forever.
    close: () => Promise.race([pool.end(), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]),
  };
}

/**
 * The address for connections of their own, once it has answered.
 * @throws as `openPostgres` does, naming the other setting
 */
async function checkDirect(pool: Pool, directUrl: string): Promise<string> {
  try {
    const direct = await openPostgres(directUrl, 1);
    await direct.close();
    return direct.url!;
  } catch (error) {
    await pool.end();
    (error as Error).message = (error as Error).message.replace('DATABASE_URL', 'DATABASE_DIRECT_URL');
    throw error;
  }
}

async function versionOf(pool: Pool): Promise<number> {
  const client = await connect(pool);
  try {
    const { rows } = await ask(client, "select current_setting('server_version_num') as version");
    return Math.floor(Number((rows[0] as { version: string }).version) / 10_000);
  } finally {
    client.release();
  }
}

/** Leaves out the password, which must not end up in a terminal's history. */
function inWords(url: string, error: unknown): Error {
  const { hostname, port, pathname } = new URL(url);
  const cause = isDatabaseUnavailable(error) ? (error as Error).cause : error;
  const words = `DATABASE_URL: PostgreSQL at ${hostname}:${port || 5432}${pathname} cannot be used: ${reasonOf(cause)}.`;
  return mayPass(cause as { code?: string; message: string }) ? new DatabaseUnavailable(cause, words) : new SettingsError(words);
}

/** Network errors and timeouts may pass, and so may a server start or stop. A wrong password stays wrong. */
const mayPass = ({ code, message }: { code?: string; message: string }) =>
  code === undefined ? /terminated|timeout/i.test(message) : isUnavailableError({ code, message }) || /^E(?!RR_)[A-Z_]+$/.test(code);
