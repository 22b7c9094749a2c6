import { randomUUID } from 'node:crypto';
import { openDatabase } from '../db/open.ts';
import { SettingsError } from '../env.ts';
import { openMediaStore } from '../media/media.ts';
import { settingsCommand } from '../operator-command.ts';
import { BackupDamaged } from './backup-damaged.ts';
import { findBackup } from './backups-in.ts';
import { erasedInWords, heldInWords } from './in-words.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * `npm run restore -- DIR`: restores the newest backup in DIR, or the one that DIR is, into the empty database and the
 * empty media store of the settings. Exits with 1 if it is damaged.
 */
await settingsCommand(async (settings) => {
  const [dir, ...others] = process.argv.slice(2);
  if (dir === undefined || others.length > 0) throw new SettingsError('restore takes one folder: npm run restore -- DIR');
  const place = await findBackup(dir);
  const database = await openDatabase(settings);
  try {
    const store = await openMediaStore({ env: settings, db: database.db });
    const services = { database, store, env: settings, now: () => new Date(), newId: () => randomUUID() };
    const { manifest, damaged, erased } = await restoreBackup(services, place);
    for (const file of damaged) process.stderr.write(`${file} is missing or damaged and was left out.\n`);
    process.stdout.write(
      `Restored ${heldInWords(manifest)} of ${manifest.madeAt}. Every device will read everything again and offer what this backup lacks.${erasedInWords(erased)}\n`,
    );
    return damaged.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error;
    process.stderr.write(`${error.message} Nothing was restored.\n`);
    return 1;
  } finally {
    await database.close();
  }
});
