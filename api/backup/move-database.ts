import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openDatabase, openPostgres } from '../db/open.ts';
import { parseEnv, SettingsError } from '../env.ts';
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
  const to = parseEnv({ DATABASE_URL: readTarget(process.argv.slice(2)) }).databaseUrl!;
  // One connection, so that every other one is that of a server.
  const from = settings.databaseUrl === null ? await openDatabase(settings) : await openPostgres(settings.databaseUrl, 1);
  try {
    const target = await openPostgres(to);
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

function readTarget(words: string[]): string {
  try {
    const { to } = parseArgs({ args: words, options: { to: { type: 'string' } } }).values;
    if (to) return to;
  } catch {
    // The error below reports unknown options too.
  }
  throw new SettingsError(USAGE);
}
