import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const MEGABYTE = 1_048_576;

/** Memory of a process and its descendants, in megabytes. Linux only. */
export function megabytesOf(pid: number): number {
  try {
    const resident = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + megabytesOf(Number(child)), (resident * 1_024) / MEGABYTE);
  } catch {
    // The process has ended.
    return 0;
  }
}

/** The most memory that a process and its descendants take while `run` runs, in megabytes. */
export async function peakMegabytes(pid: number, run: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let ended = false;
  const running = run().finally(() => (ended = true));
  while (!ended) {
    peak = Math.max(peak, megabytesOf(pid));
    await Promise.race([wait(10), running]);
  }
  await running;
  return peak;
}

/** How long the main thread of a process has waited for a core since it began, in milliseconds. Linux only. */
export const waitedForCoreMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory that this process holds after a garbage collection, in megabytes. */
export function megabytesInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}
