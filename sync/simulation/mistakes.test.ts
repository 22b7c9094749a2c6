import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mistakes } from './mistakes.ts';
import { runSeed } from './run.ts';
import { createSimulatedWorld, type SimulatedWorld } from './simulated-world.ts';

let world: SimulatedWorld;
beforeAll(async () => {
  world = await createSimulatedWorld();
}, 60_000);
afterAll(() => world.close());

describe('the simulation catches what other engines got wrong', () => {
  // The first seed, counted from 1, in which it does; the same seed passes without the mistake.
  it.each([
    ['checkpoint written before rows', 4, /differs from the server/],
    ['rows kept after access was lost', 8, /differs from the server/],
    ['queue sent with the next user’s session', 11, /left the outbox and was never applied/],
    ['outbox entry deleted on an unknown 4xx', 42, /is there 0 times/],
  ])('%s, in seed %i', async (name, seed, words) => {
    const mistake = mistakes(world.server).find((one) => one.name === name);
    expect(mistake).toBeDefined();
    expect((await runSeed(world, seed, mistake)).broken.join('\n')).toMatch(words);
    expect((await runSeed(world, seed)).broken).toEqual([]);
  }, 60_000);
});
