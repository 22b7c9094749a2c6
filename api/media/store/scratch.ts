import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In DATA_DIR rather than the system's temporary folder, which is often in memory. */
const scratchIn = (dataDir: string) => join(dataDir, 'scratch');

const inUse = new Set<string>();
// No `finally` runs when a process exits, as at a stop or when the disk is full.
process.on('exit', () => {
  for (const folder of inUse) removeAtExit(folder);
});

function removeAtExit(folder: string): void {
  try {
    // A child process may write its last file meanwhile.
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A sweep removes it.
  }
}

/**
 * Runs `work` with an empty folder and removes it afterwards, also if the process exits meanwhile.
 * @param prefix of the folder's name
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

/** Removes the folders with this prefix, whose process was killed. None may be in use. */
export async function removeScratch(dataDir: string, prefix: string): Promise<void> {
  for (const name of await readdir(scratchIn(dataDir)).catch(() => []))
    if (name.startsWith(prefix)) await rm(join(scratchIn(dataDir), name), { recursive: true, force: true });
}

/**
 * Removes folders that an ended process left: those without a new entry since `since`. Another replica may still use
 * newer ones.
 */
export async function sweepScratch(dataDir: string, since: Date): Promise<void> {
  for (const name of await readdir(scratchIn(dataDir)).catch(() => [])) {
    const folder = join(scratchIn(dataDir), name);
    // Null: its process has removed it meanwhile.
    const lastMadeAt = await stat(folder).then(
      ({ mtime }) => mtime,
      () => null,
    );
    if (lastMadeAt && lastMadeAt < since) await rm(folder, { recursive: true, force: true });
  }
}
