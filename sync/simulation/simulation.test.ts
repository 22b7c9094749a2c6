import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOfSeed, runSeed } from './run.ts';
import { createSimulatedWorld, type SimulatedWorld } from './simulated-world.ts';

/** Any number more: npm run simulate -- --seeds 10000. */
const SEEDS = 10;

let world: SimulatedWorld;
beforeAll(async () => {
  world = await createSimulatedWorld();
}, 60_000);
afterAll(() => world.close());

describe('the client and the API together, under every fault', () => {
  it(`keep the four promises for seeds 1 to ${SEEDS}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const failure = await failureOfSeed(world, seed);
      expect(failure && `seed ${seed}:\n${failure.trace.join('\n')}\n${failure.broken.join('\n')}`).toBeNull();
    }
  }, 300_000);

  it('do the same again for the same seed', async () => {
    for (const seed of [7, 11]) expect(await runSeed(world, seed)).toEqual(await runSeed(world, seed));
  }, 60_000);
});
