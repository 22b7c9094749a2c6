import { DataDirInUse } from '../db/data-dir-lock.ts';
import { openDatabase } from '../db/open.ts';
import { parseEnv, SettingsError } from '../env.ts';
import { startNewHistoryAfterRestore } from './new-history.ts';

/**
 * `npm run mark-restored`, with the server's own settings, after a backup was restored and before the server starts
 * again: the devices then offer what they hold and the backup lacks.
 */
try {
  const { db, migrate, close } = await openDatabase(parseEnv(process.env));
  try {
    await migrate();
    await startNewHistoryAfterRestore(db);
  } finally {
    await close();
  }
  process.stdout.write('Every device will read anew and offer what this backup lacks.\n');
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof DataDirInUse;
  console.error(expected ? error.message : error);
  process.exitCode = 2;
}
