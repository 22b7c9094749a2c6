import { setImmediate as nextTurn } from 'node:timers/promises';
import { cpuMs, measureSlowness } from './machine-speed.ts';

let slowness: number | undefined;

/**
 * Watches the event loop of this process while `run` runs. Returns the longest CPU time in one turn, in milliseconds of a
 * machine of the usual speed, and the number of turns. A turn counts with its CPU time, so that other programs on the machine do
 * not, but with no more than its duration, because collectors of garbage beside it use CPU time too.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<{ longestMs: number; turns: number }> {
  slowness ??= measureSlowness();
  let longestMs = 0;
  let turns = 0;
  let ended = false;
  const running = run();
  void Promise.allSettled([running]).then(() => (ended = true));
  while (!ended) {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    await nextTurn();
    longestMs = Math.max(longestMs, Math.min(cpuMs(before), performance.now() - startedAt) / slowness);
    turns += 1;
  }
  await running;
  return { longestMs, turns };
}
