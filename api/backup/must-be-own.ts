import { join } from 'node:path';
import { SettingsError } from '../env.ts';
import { listBackups } from './backups-in.ts';
import { readManifest } from './manifest.ts';

/**
 * Several databases must not share a folder: each one's old backups are deleted by age.
 * @throws SettingsError if the folder has backups of another database
 */
export async function mustBeOwn(root: string, installation: string): Promise<void> {
  for (const name of (await listBackups(root)).toReversed()) {
    // A damaged one says nothing about its database; `verify` reports it. Nor does one of a database without an id.
    const other = await readManifest(join(root, name)).catch(() => null);
    if (!other?.installation) continue;
    if (other.installation === installation) return;
    throw new SettingsError(`${root} has the backups of another database. Choose another folder.`);
  }
}
