import { DataDirInUse } from '../db/data-dir-lock.ts';
import { openDatabase } from '../db/open.ts';
import { parseEnv, SettingsError } from '../env.ts';
import { checkIntegrity } from './integrity.ts';
import { openMediaStore } from './media.ts';

/**
 * `node dist/api/media/check-integrity.js`, with the server's own settings: one line for every object that is missing,
 * altered or orphaned, and a code of 1 when there is any. With the embedded database the server must be stopped first.
 */
try {
  const env = parseEnv(process.env);
  const { db, migrate, close } = await openDatabase(env);
  let findings = 0;
  try {
    // A folder that was just restored from a backup may be of an older version.
    await migrate();
    for await (const { problem, path } of checkIntegrity(db, await openMediaStore({ env, db }))) {
      findings += 1;
      process.stdout.write(`${problem} ${path}\n`);
    }
  } finally {
    await close();
  }
  process.stdout.write(findings === 0 ? 'Every object is as it should be.\n' : `${findings} found.\n`);
  process.exitCode = findings === 0 ? 0 : 1;
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof DataDirInUse;
  console.error(expected ? error.message : error);
  process.exitCode = 2;
}
