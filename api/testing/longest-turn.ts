import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Watches the event loop of this process while `run` runs. Returns the longest CPU time in one turn and the number of
 * turns. Measures CPU time, so that other programs on the machine do not count.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<{ longestMs: number; turns: number }> {
  let longestMs = 0;
  let turns = 0;
  let ended = false;
  const running = run();
  void Promise.allSettled([running]).then(() => (ended = true));
  while (!ended) {
    const before = process.cpuUsage();
    await nextTurn();
    const { user, system } = process.cpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    turns += 1;
  }
  await running;
  return { longestMs, turns };
}
