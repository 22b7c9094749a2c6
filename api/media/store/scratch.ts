import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In DATA_DIR rather than the system's temporary folder, which is often in memory. */
const scratchIn = (dataDir: string) => join(dataDir, 'scratch');

/** Runs `work` with an empty folder and removes it afterwards. */
export async function withScratchFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(scratchIn(dataDir), { recursive: true });
  const folder = await mkdtemp(join(scratchIn(dataDir), 'for-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
