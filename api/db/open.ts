import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { drizzle as overPostgres } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { type Env, SettingsError } from '../env.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { Database } from './database.ts';
import { migratePglite, migratePostgres } from './migrate.ts';
import { PrivateNodeFs } from './private-node-fs.ts';
import { takeTurns } from './take-turns.ts';

export interface OpenDatabase {
  kind: 'pglite' | 'postgres';
  db: Database;
  /** The bare client, for LISTEN across replicas; null with PGlite, which has one process. */
  sql: postgres.Sql | null;
  /** Brings the tables to this version. Several processes may ask at once; one does it and the others wait. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

const OLDEST_POSTGRES = 15;
const CONNECT_TIMEOUT_S = 10;
const CLOSE_TIMEOUT_S = 2;

/** @throws SettingsError, DataDirInUse: each with one line for the terminal */
export const openDatabase = ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> =>
  databaseUrl === null ? openDataDir(dataDir) : openPostgres(databaseUrl);

async function openDataDir(dataDir: string): Promise<OpenDatabase> {
  const unlock = lockDataDir(dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) await makePglite(folder);
    const database = await openPglite({ fs: new PrivateNodeFs(folder) });
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Making takes seconds, and a process may be ended in the middle: what is half made never gets the name. */
async function makePglite(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const client = await PGlite.create({ fs: new PrivateNodeFs(unfinished) });
  await client.close();
  await rename(unfinished, folder);
}

/** @param place a folder, or a dump to start from in memory */
export async function openPglite(place: { fs: PrivateNodeFs } | { loadDataDir: Blob }): Promise<OpenDatabase> {
  const client = takeTurns(await PGlite.create(place));
  const db = overPglite({ client });
  return {
    kind: 'pglite',
    db,
    sql: null,
    migrate: () => migratePglite(db),
    close: () => client.close(),
  };
}

/** @throws SettingsError when the server cannot be reached, does not let us in, or is too old */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const client = postgres(url, { connect_timeout: CONNECT_TIMEOUT_S, onnotice: () => {} });
  try {
    const [row] = await client<{ version: string }[]>`select current_setting('server_version_num') as version`;
    const version = Math.floor(Number(row?.version) / 10_000);
    if (version < OLDEST_POSTGRES) {
      throw new SettingsError(`DATABASE_URL leads to PostgreSQL ${version}; Longline needs ${OLDEST_POSTGRES} or newer.`);
    }
  } catch (error) {
    await client.end({ timeout: 0 });
    throw error instanceof SettingsError ? error : new SettingsError(unreachable(url, error));
  }
  const db = overPostgres({ client });
  return {
    kind: 'postgres',
    db,
    sql: client,
    migrate: () => migratePostgres(url),
    close: () => client.end({ timeout: CLOSE_TIMEOUT_S }),
  };
}

/** The address without the password, which must not land in a terminal's history. */
function unreachable(url: string, error: unknown): string {
  const { hostname, port, pathname } = new URL(url);
  const { code, message } = error as { code?: string; message?: string };
  const reason = (code === 'ECONNREFUSED' ? 'nothing answers there' : message || code || 'no answer').split('\n')[0];
  return `DATABASE_URL: PostgreSQL at ${hostname}:${port || 5432}${pathname} cannot be used: ${reason}.`;
}
