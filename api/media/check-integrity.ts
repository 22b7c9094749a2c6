import { operatorCommand } from '../operator-command.ts';
import { checkIntegrity } from './integrity.ts';
import { openMediaStore } from './media.ts';

/**
 * `npm run check-media`: one line for every object that is missing, altered or orphaned, and a code of 1 when there is
 * any. With the embedded database the server must be stopped first.
 */
await operatorCommand(async (db, settings) => {
  let findings = 0;
  for await (const { problem, path } of checkIntegrity(db, await openMediaStore({ env: settings, db }))) {
    findings += 1;
    process.stdout.write(`${problem} ${path}\n`);
  }
  process.stdout.write(findings === 0 ? 'Every object is as it should be.\n' : `${findings} found.\n`);
  return findings === 0 ? 0 : 1;
});
