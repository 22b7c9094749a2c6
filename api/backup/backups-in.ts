import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { SettingsError } from '../env.ts';

/** A complete backup. `root` also has the media that it shares with others. */
export interface BackupPlace {
  root: string;
  folder: string;
}

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** A backup's folder is named after the moment at which it was begun, so that names sort by time. */
export const nameOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

export function timeOf(name: string): Date {
  const [day, time = ''] = name.split('T');
  const [hour, minute, second, rest] = time.split('-');
  return new Date(`${day}T${hour}:${minute}:${second}.${rest}`);
}

/** Names of the complete backups, oldest first. */
export async function listBackups(root: string): Promise<string[]> {
  return (await readdir(root).catch(() => [])).filter((name) => NAME.test(name)).toSorted();
}

const DAY_MS = 86_400_000;

/** The newest of the names, oldest first. One from the future, made while the clock was wrong, only counts if there is no other. */
export function newestOf(names: readonly string[], now: Date): string | undefined {
  return names.findLast((name) => timeOf(name).getTime() - now.getTime() <= DAY_MS) ?? names.at(-1);
}

/**
 * The backup that an operator names: its own folder, or the newest in a folder of several.
 * @throws SettingsError with one line
 */
export async function findBackup(dir: string, now = new Date()): Promise<BackupPlace> {
  const path = resolve(dir);
  if (NAME.test(basename(path)) && (await stat(path).catch(() => null))) return { root: dirname(path), folder: path };
  const newest = newestOf(await listBackups(path), now);
  if (newest === undefined) throw new SettingsError(`${path} has no backup.`);
  return { root: path, folder: join(path, newest) };
}
