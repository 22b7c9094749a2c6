import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type OpenDatabase, openDatabase, openPostgres } from '../db/open.ts';
import { parseEnv, type Settings, SettingsError } from '../env.ts';
import { openMediaStore } from '../media/media.ts';
import { settingsCommand } from '../operator-command.ts';
import { rowsIn } from './in-words.ts';
import { moveRows } from './move-rows.ts';

const USAGE = 'move-database takes the address of a new database: npm run move-database -- --to postgres://…';

/**
 * `npm run move-database -- --to URL`: copies all rows of the settings' database into a new PostgreSQL database, compares both
 * sides, and binds the media to the new one. Stop the server first, and set DATABASE_URL to the new database afterwards.
 */
await settingsCommand(async (settings) => {
  const to = readTarget(process.argv.slice(2));
  const from = await openSource(settings);
  try {
    const target = await openPostgres(to).catch(namingTarget);
    try {
      const store = await openMediaStore({ env: settings, db: from.db });
      const moved = await moveRows({ from, to: target, store, dataDir: settings.dataDir, newId: () => randomUUID() });
      process.stdout.write(
        `Moved ${rowsIn(moved)} rows of ${Object.keys(moved.tables).length} tables, which are the same on both sides. The media belong to the new database now: set DATABASE_URL to it, then start the server. The old database is unchanged.\n`,
      );
      return 0;
    } finally {
      await target.close();
    }
  } finally {
    await from.close();
  }
});

/** One connection, so that every other one is that of a server. Does not make a database where there is none. */
async function openSource(settings: Settings): Promise<OpenDatabase> {
  const url = settings.databaseDirectUrl ?? settings.databaseUrl;
  if (url !== null) return openPostgres(url, 1);
  if (!existsSync(join(settings.dataDir, 'database')))
    throw new SettingsError(`There is no database in ${settings.dataDir}. Is DATA_DIR the right one?`);
  return openDatabase(settings);
}

/** An operator must not look for the mistake in the setting. */
function namingTarget(error: Error): never {
  error.message = error.message.replace('DATABASE_URL', '--to');
  throw error;
}

function readTarget(words: string[]): string {
  let to: string | undefined;
  try {
    ({ to } = parseArgs({ args: words, options: { to: { type: 'string' } } }).values);
  } catch {
    // The error below reports unknown options too.
  }
  if (!to) throw new SettingsError(USAGE);
  try {
    return parseEnv({ DATABASE_URL: to }).databaseUrl!;
  } catch (error) {
    return namingTarget(error as Error);
  }
}
