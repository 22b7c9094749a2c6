import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Copies of one embedded database with all migrations and no rows. */
interface MigratedPglite {
  /** A folder like DATA_DIR/database: copy it, never open it. */
  folder: string;
  /** Path of a dump to load into a database in memory. */
  dump: string;
}

const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));
const PGLITE = fileURLToPath(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/longline-pglite', import.meta.url));
const DAY_MS = 86_400_000;

/**
 * Migrating takes seconds and copying a fraction of one, so each version of the migrations is migrated once per machine
 * and reused by every later run.
 */
async function migratedPglite(): Promise<MigratedPglite> {
  const place = join(CACHE, await version());
  if (!existsSync(place)) await create(place);
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
  const hash = createHash('sha256').update(await readFile(PGLITE));
  for (const name of (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()) {
    hash.update(name).update(await readFile(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Several processes may do this at once: the first to finish wins, and a killed one leaves nothing half done. */
async function create(place: string): Promise<void> {
  const unfinished = `${place}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  const { folder, dump } = inPlace(unfinished);
  const [{ PGlite }, { drizzle }, { migratePglite }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('../db/migrate.ts'),
  ]);
  const client = await PGlite.create(folder);
  await migratePglite(drizzle({ client }));
  await writeFile(dump, new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()));
  await client.close();
  await rename(unfinished, place).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await removeOldVersions();
}

/** Another checkout with the same modules may still be using a version made today. */
async function removeOldVersions(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    if (Date.now() - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}
