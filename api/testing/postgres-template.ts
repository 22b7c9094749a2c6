import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { migratePglite, migratePostgres } from '../db/migrate.ts';

export const TEMPLATE = 'longline_template';

export const withDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Migrates one database of each kind once: copying them is much faster. */
export async function makeTemplates(serverUrl: string): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'longline-templates-'));
  const templates = { folder, pgliteFolder: join(folder, 'database'), pgliteDump: join(folder, 'pglite.tar') };
  await Promise.all([migratePostgresTemplate(serverUrl), makeMigratedPglite(templates)]);
  return templates;
}

interface Templates {
  /** Contains the other two. */
  folder: string;
  /** For a server in a separate process: copy it into its DATA_DIR. */
  pgliteFolder: string;
  /** For databases in memory. */
  pgliteDump: string;
}

async function migratePostgresTemplate(serverUrl: string): Promise<void> {
  const maintenance = new pg.Client({ connectionString: serverUrl });
  await maintenance.connect();
  await maintenance.query(`create database ${TEMPLATE}`);
  await maintenance.end();
  await migratePostgres(withDatabase(serverUrl, TEMPLATE));
}

async function makeMigratedPglite({ pgliteFolder, pgliteDump }: Templates): Promise<void> {
  const client = await createMigratedPglite(pgliteFolder);
  const dump = await client.dumpDataDir('none');
  await writeFile(pgliteDump, new Uint8Array(await dump.arrayBuffer()));
  await client.close();
}

/** Creates an embedded database with all migrations in a folder; the caller closes it. */
export async function createMigratedPglite(folder: string): Promise<PGlite> {
  const client = await PGlite.create(folder);
  await migratePglite(drizzle({ client }));
  return client;
}
