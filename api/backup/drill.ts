import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const VERIFY = fileURLToPath(new URL('./verify.js', import.meta.url));

/**
 * Verifies a backup in a process of its own at the lowest priority: loading it would keep this one busy, and its memory
 * is free again afterwards.
 * @throws Error with the line of `npm run verify` if the backup cannot be restored
 */
export async function drillInProcess(folder: string): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, VERIFY, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    if (code !== 0) throw new Error(said.trim() || `npm run verify ended with ${code}.`);
  } finally {
    process.off('exit', endWithUs);
  }
}
