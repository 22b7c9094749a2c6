import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Beside the media, not in the machine's folder for such things, which is often memory. */
const scratchIn = (dataDir: string) => join(dataDir, 'scratch');

/** Runs `work` with an empty folder, which goes with all that is in it when it ends. */
export async function withScratchFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(scratchIn(dataDir), { recursive: true });
  const folder = await mkdtemp(join(scratchIn(dataDir), 'for-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes folders that nothing was made in since: the end of a process left them. Another replica may be using the others. */
export async function sweepScratch(dataDir: string, since: Date): Promise<void> {
  for (const name of await readdir(scratchIn(dataDir)).catch(() => [])) {
    const folder = join(scratchIn(dataDir), name);
    // Gone meanwhile: its process has ended its work.
    const lastMadeAt = await stat(folder).then(({ mtime }) => mtime, () => null);
    if (lastMadeAt && lastMadeAt < since) await rm(folder, { recursive: true, force: true });
  }
}
