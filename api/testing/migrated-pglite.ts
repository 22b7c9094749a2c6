import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migratePglite } from '../db/migrate.ts';

/** Copies of one embedded database with all migrations and no rows. */
interface MigratedPglite {
  /** A folder like DATA_DIR/database: copy it, never open it. */
  folder: string;
  /** Path of a dump to load into a database in memory. */
  dump: string;
}

const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));
const MIGRATOR = ['@electric-sql/pglite', 'drizzle-orm'].map((name) =>
  fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url)),
);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/longline-pglite', import.meta.url));
const DAY_MS = 86_400_000;

/**
 * Migrating takes seconds and copying a fraction of one, so each version of the migrations is migrated once per machine
 * and reused by every later run.
 */
async function migratedPglite(): Promise<MigratedPglite> {
  const place = join(CACHE, await version());
  if (!existsSync(place)) await create(place);
  // Mark it as in use, so that another checkout with the same modules does not remove it.
  else await utimes(place, new Date(), new Date());
  return inPlace(place);
}

/** Vitest calls this before the first test, so that no test's time includes it. */
export const setup = async (): Promise<void> => void (await migratedPglite());

const inPlace = (place: string): MigratedPglite => ({ folder: join(place, 'database'), dump: join(place, 'dump.tar') });

/** For a database in memory: `loadDataDir` of PGlite. */
export const migratedDump = async (): Promise<Blob> => new Blob([new Uint8Array(await readFile((await migratedPglite()).dump))]);

/** For a server in a process of its own. */
export const copyMigratedPglite = async (dataDir: string): Promise<void> =>
  cp((await migratedPglite()).folder, join(dataDir, 'database'), { recursive: true });

async function version(): Promise<string> {
  const hash = createHash('sha256');
  const migrations = (await readdir(MIGRATIONS, { recursive: true })).filter((name) => /\.(sql|json)$/.test(name)).toSorted();
  for (const path of [...MIGRATOR, ...migrations.map((name) => join(MIGRATIONS, name))]) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

/** Several processes may do this at once: the first to finish wins, and a killed one leaves nothing half done. */
async function create(place: string): Promise<void> {
  const unfinished = `${place}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  const { folder, dump } = inPlace(unfinished);
  try {
    const client = await PGlite.create(folder);
    await migratePglite(drizzle({ client }));
    await writeFile(dump, new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()));
    await client.close();
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  await removeOldVersions();
}

/** Another checkout with the same modules may be using a version that was used today. */
async function removeOldVersions(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    if (Date.now() - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}
