import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './env.ts';

const GROUP_AND_OTHERS = 0o077;
const ROOT = 0;

/** How many files and folders were made private, and how many could not be. */
export interface MadePrivate {
  changed: number;
  failed: number;
}

/**
 * Creates DATA_DIR if it is missing, and makes its current and future contents readable by this process's user only.
 * The umask covers everything that this process and its children create. Windows has no such modes.
 * @throws SettingsError when the folder belongs to another user; root is exempt, as it reads everything and owns
 * mounted volumes
 */
export function keepDataDirPrivate(dataDir: string): MadePrivate {
  process.umask(GROUP_AND_OTHERS);
  mkdirSync(dataDir, { recursive: true });
  const user = process.getuid?.();
  const made: MadePrivate = { changed: 0, failed: 0 };
  if (user === undefined) return made;
  const folder = statSync(dataDir);
  if (folder.uid !== user && folder.uid !== ROOT) {
    throw new SettingsError(
      `DATA_DIR ${dataDir} belongs to another user (uid ${folder.uid}; this is ${user}). Start Longline as that user, or set DATA_DIR to another folder.`,
    );
  }
  // First, to keep others out while the rest is repaired.
  makePrivate(dataDir, folder, made);
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    // A link may lead to a whole folder on another disk.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) repair(path, found, { user, made, isHuge: name === 'media' });
  }
  return made;
}

interface Repair {
  user: number;
  made: MadePrivate;
  /** Too many files to check on every start. */
  isHuge: boolean;
}

/**
 * Changes children before their folder, so a private media folder needs no second check. A million files are walked
 * once, and the next start continues an interrupted walk.
 */
function repair(path: string, found: Stats, about: Repair): void {
  const { user, made, isHuge } = about;
  // Not ours to change, such as the lost+found of a mounted disk.
  if (found.uid !== user || (isHuge && isPrivate(found))) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(path)) {
      const child = join(path, name);
      const inside = lstatSync(child, { throwIfNoEntry: false });
      if (inside && !inside.isSymbolicLink()) repair(child, inside, about);
    }
  }
  makePrivate(path, found, made);
}

const isPrivate = ({ mode }: Stats) => (mode & GROUP_AND_OTHERS) === 0;

function makePrivate(path: string, found: Stats, made: MadePrivate): void {
  if (isPrivate(found)) return;
  try {
    chmodSync(path, found.mode & ~GROUP_AND_OTHERS);
    made.changed += 1;
  } catch {
    // Some file systems (FAT, network shares) have no modes, and a volume owned by root is not ours to change.
    // Warn, but start.
    made.failed += 1;
  }
}
