import { setImmediate as nextTurn } from 'node:timers/promises';
import { PULL_PAGE_BYTES } from '../contract/limits.ts';

/** CPU time that a machine of the usual speed needs to write, read and write a page of a pull as JSON. */
const PAGE_MS = 12;
const TRIES = 15;

const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

/** How many times slower this machine is than a usual one; at least 1. */
function measureSlowness(): number {
  const rows = Array.from({ length: 400 }, (_, id) => ({ id, text: 'Ä ß"\n'.repeat(PULL_PAGE_BYTES / 400 / 7) }));
  const costs = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    JSON.stringify(JSON.parse(JSON.stringify(rows)));
    return cpuMs(before);
  });
  return Math.max(1, (costs.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)] ?? PAGE_MS) / PAGE_MS);
}

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
