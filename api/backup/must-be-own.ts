import { join } from 'node:path';
import { SettingsError } from '../env.ts';
import { listBackups } from './backups-in.ts';
import { type Manifest, readManifest } from './manifest.ts';

/**
 * Several databases must not share a folder: each one's old backups are deleted by age.
 * @throws SettingsError if the folder has backups of another database
 */
export async function mustBeOwn(root: string, installation: Manifest['installation']): Promise<void> {
  const newest = (await listBackups(root)).at(-1);
  if (newest === undefined) return;
  // A damaged one says nothing about its database; `verify` reports it.
  const other = await readManifest(join(root, newest)).catch(() => null);
  if (other?.installation && installation && other.installation !== installation)
    throw new SettingsError(`${root} has the backups of another database. Choose another folder.`);
}
