import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mistakes } from './mistakes.ts';
import { runSeed } from './run.ts';
import { createSimulatedWorld, type SimulatedWorld } from './simulated-world.ts';

let world: SimulatedWorld;
beforeAll(async () => {
  world = await createSimulatedWorld();
});
afterAll(() => world.close());

/** For each mistake, a seed that shows it and what the run then reports. Find new seeds with: npm run simulate -- --mistakes */
const CAUGHT: [name: string, seed: number, words: RegExp][] = [
  ['checkpoint written before rows', 6, /differs from the server/],
  ['outbox entry deleted on an unknown 4xx', 90, /left the outbox and was never applied/],
  ['key stored outside the transaction', 2, /was applied again after it was undone/],
  ['create overtaken by its update', 1, /was refused wrongly/],
  ['queue sent with the next person’s sign-in', 61, /left the outbox and was never applied/],
  ['stale pull over a newer acknowledged row', 1, /went back to version/],
  ['only positions compared, whatever the branch, and only in pulls', 42, /differs from the server/],
  ['rows kept after access was lost', 5, /differs from the server/],
];

describe('the simulation catches other engines’ mistakes', () => {
  it.each(CAUGHT)('%s, in seed %i, which passes without it', async (name, seed, words) => {
    const mistake = mistakes(world.server).find((one) => one.name === name);
    expect(mistake).toBeDefined();
    expect((await runSeed(world, seed, mistake)).broken.join('\n')).toMatch(words);
    expect((await runSeed(world, seed)).broken).toEqual([]);
  });

  it('has a seed here for every planted mistake', () => {
    expect(
      mistakes(world.server)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(CAUGHT.map(([name]) => name).sort());
  });
});
