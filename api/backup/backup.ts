import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { DataDirInUse } from '../db/data-dir-lock.ts';
import { isBehind } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type Settings, SettingsError } from '../env.ts';
import { bindMediaStore } from '../media/maintenance/bind-store.ts';
import { openMediaStore } from '../media/media.ts';
import { settingsCommand } from '../operator-command.ts';
import { madeInWords } from './in-words.ts';
import { makeBackup } from './make-backup.ts';
import { askServerToBackUp } from './operator-socket.ts';

/** `npm run backup -- DIR`: backs up database and media into a new folder in DIR, while the server runs. */
await settingsCommand(async (settings) => {
  const [dir, ...others] = process.argv.slice(2);
  if (dir === undefined || others.length > 0) throw new SettingsError('backup takes one folder: npm run backup -- DIR');
  process.stdout.write(`${await backUp(settings, resolve(dir))}\n`);
  return 0;
});

/** A running server alone can read the embedded database, so it does the work there. */
async function backUp(settings: Settings, dir: string): Promise<string> {
  try {
    return await backUpHere(settings, dir);
  } catch (error) {
    const line = error instanceof DataDirInUse ? await askServerToBackUp(settings.dataDir, dir) : null;
    if (line === null) throw error;
    return line;
  }
}

/** Does not migrate: the server beside it may be an older version. */
async function backUpHere(settings: Settings, dir: string): Promise<string> {
  const { db, close } = await openDatabase(settings);
  try {
    const services = { db, store: await openMediaStore({ env: settings, db }), env: settings, newId: () => randomUUID() };
    // Older tables lack columns that this reads.
    if (!(await isBehind(db))) await bindMediaStore(services);
    return madeInWords(await makeBackup({ ...services, dataDir: settings.dataDir, now: () => new Date() }, dir));
  } finally {
    await close();
  }
}
