import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { removeScratch, withScratchFolder } from '../media/store/scratch.ts';

const VERIFY = fileURLToPath(new URL('./verify.js', import.meta.url));

const PREFIX = 'drill-';

/** Removes the databases of drills whose server was killed. No drill may be running on this folder. */
export const removeDrills = (dataDir: string): Promise<void> => removeScratch(dataDir, PREFIX);

/**
 * Verifies a backup in a process of its own at the lowest priority: loading it would keep this one busy, and its memory
 * is free again afterwards. This process removes the scratch database, because that one may be killed.
 * @throws Error with the line of `npm run verify` if the backup cannot be restored
 */
export const drillInProcess = (folder: string, dataDir: string): Promise<void> =>
  withScratchFolder(dataDir, (scratch) => verifyInProcess(folder, resolve(scratch)), PREFIX);

/** Node's flags without the file of settings, which this process has read. */
export const flagsWithoutFile = (flags: readonly string[]): string[] =>
  flags.filter((flag, place) => !flag.startsWith('--env-file') && flags[place - 1] !== '--env-file');

async function verifyInProcess(folder: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [...flagsWithoutFile(process.execArgv), VERIFY, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Without the .env of this folder, which may have changed since.
    cwd: dataDir,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const endWithUs = () => child.kill('SIGKILL');
  // Before its folder is removed.
  process.prependOnceListener('exit', endWithUs);
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    if (code !== 0) throw new Error(said.trim() || `npm run verify ended with ${code}.`);
  } finally {
    process.off('exit', endWithUs);
  }
}
