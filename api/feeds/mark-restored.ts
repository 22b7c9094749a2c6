import { noteRestored } from '../db/installation.ts';
import { operatorCommand } from '../operator-command.ts';
import { startNewHistoryAfterRestore } from './new-history.ts';

/**
 * `npm run mark-restored`, after a backup was restored and before the server starts again: the devices then offer what
 * they hold and the backup lacks, and the server deletes nothing by age for 30 days.
 */
await operatorCommand(async (db) => {
  await startNewHistoryAfterRestore(db);
  await noteRestored(db, new Date());
  process.stdout.write('Every device will read anew and offer what this backup lacks. The server deletes nothing for 30 days.\n');
  return 0;
});
