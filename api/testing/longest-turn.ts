import { setImmediate as nextTurn } from 'node:timers/promises';
import { cpuMs, measureSlowness } from './machine-speed.ts';

let slowness: number | undefined;

/**
 * Watches the event loop of this process while `run` runs. Returns the longest CPU time in one turn, in milliseconds of a
 * machine of the usual speed, and the number of turns. Measures CPU time, so that other programs on the machine do not count.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<{ longestMs: number; turns: number }> {
  slowness ??= measureSlowness();
  let longestMs = 0;
  let turns = 0;
  let ended = false;
  const running = run();
  void Promise.allSettled([running]).then(() => (ended = true));
  while (!ended) {
    const before = process.cpuUsage();
    await nextTurn();
    longestMs = Math.max(longestMs, cpuMs(before) / slowness);
    turns += 1;
  }
  await running;
  return { longestMs, turns };
}
