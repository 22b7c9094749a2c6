import { SettingsError } from '../env.ts';
import { settingsCommand } from '../operator-command.ts';
import { BackupDamaged } from './backup-damaged.ts';
import { findBackup } from './backups-in.ts';
import { heldInWords } from './in-words.ts';
import { verifyBackup } from './verify-backup.ts';

/**
 * `npm run verify -- DIR`: reads every file of the newest backup in DIR, or of the one that DIR is, and loads it into a
 * scratch database. Exits with 1 and one line that names the first damaged file.
 */
await settingsCommand(async ({ dataDir }) => {
  const [dir, ...others] = process.argv.slice(2);
  if (dir === undefined || others.length > 0) throw new SettingsError('verify takes one folder: npm run verify -- DIR');
  const place = await findBackup(dir);
  try {
    const manifest = await verifyBackup(place, dataDir);
    process.stdout.write(`The backup ${place.folder} is whole: ${heldInWords(manifest)}.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
