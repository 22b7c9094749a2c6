import { operatorCommand } from '../operator-command.ts';
import { startNewHistoryAfterRestore } from './new-history.ts';

/**
 * `npm run mark-restored`, after a backup was restored and before the server starts again: the devices then offer what
 * they hold and the backup lacks.
 */
await operatorCommand(async (db) => {
  await startNewHistoryAfterRestore(db);
  process.stdout.write('Every device will read anew and offer what this backup lacks.\n');
  return 0;
});
