import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In DATA_DIR rather than the system's temporary folder, which is often in memory. */
const scratchIn = (dataDir: string) => join(dataDir, 'scratch');

const inUse = new Set<string>();
// No `finally` runs when a process exits, for example on shutdown or when the disk is full.
process.on('exit', () => {
  for (const folder of inUse) removeAtExit(folder);
});

function removeAtExit(folder: string): void {
  try {
    // A child process may still write its last file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A sweep removes it.
  }
}

/**
 * Runs `work` with an empty folder and removes it afterwards, even if the process exits before the work ends.
 * @param prefix start of the folder's name
 */
export async function withScratchFolder<T>(dataDir: string, work: (folder: string) => Promise<T>, prefix = 'for-'): Promise<T> {
  await mkdir(scratchIn(dataDir), { recursive: true });
  const folder = await mkdtemp(join(scratchIn(dataDir), prefix));
  inUse.add(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    inUse.delete(folder);
  }
}

/** Removes all folders with this prefix. Call it only when none is in use, such as after their process was killed. */
export async function removeScratch(dataDir: string, prefix: string): Promise<void> {
  for (const name of await readdir(scratchIn(dataDir)).catch(() => []))
    if (name.startsWith(prefix)) await rm(join(scratchIn(dataDir), name), { recursive: true, force: true });
}

/**
 * Removes folders left by ended processes: those without a new entry after `since`. Another replica may still use
 * newer ones.
 */
export async function sweepScratch(dataDir: string, since: Date): Promise<void> {
  for (const name of await readdir(scratchIn(dataDir)).catch(() => [])) {
    const folder = join(scratchIn(dataDir), name);
    // Null: its process has just removed it.
    const lastMadeAt = await stat(folder).then(
      ({ mtime }) => mtime,
      () => null,
    );
    if (lastMadeAt && lastMadeAt < since) await rm(folder, { recursive: true, force: true });
  }
}
