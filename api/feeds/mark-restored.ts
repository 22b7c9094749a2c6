import { RESTORED_MS } from '../age-gate.ts';
import { noteRestored } from '../db/installation.ts';
import { isBehind } from '../db/migrate.ts';
import { postponeDeletions } from '../erasure/postpone-deletions.ts';
import { operatorCommand } from '../operator-command.ts';
import { endLinks } from '../partner-links/end-links.ts';
import { startNewHistoryAfterRestore } from './new-history.ts';

/**
 * `npm run mark-restored`, run after restoring a backup and before starting the server. The devices then offer what the
 * backup lacks, and the server deletes nothing by age for 30 days.
 */
await operatorCommand(async (db) => {
  await startNewHistoryAfterRestore(db);
  const now = new Date();
  await noteRestored(db, now);
  // Tables of an older version know none.
  if (!(await isBehind(db))) {
    await postponeDeletions(db, new Date(now.getTime() + RESTORED_MS));
    await endLinks(db);
  }
  process.stdout.write(
    'Every device will read everything again and offer what this backup lacks. The server deletes nothing for 30 days.\n',
  );
  return 0;
});
