import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Watches the event loop of this process while something runs: the most CPU time that passed without a turn for anything
 * else, and how many turns there were. CPU time, since other programs on the machine must not count.
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
