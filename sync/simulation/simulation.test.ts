import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mistakes } from './mistakes.ts';
import { operationsOf, STEPS_PER_SEED } from './operations.ts';
import { failureOfSeed, runSeed } from './run.ts';
import { createSimulatedWorld, type SimulatedWorld } from './simulated-world.ts';
import { EXPECTED_FAULTS } from './expected-faults.ts';

/** These seeds meet every kind of fault. To run more: npm run simulate -- --seeds 10000 */
const SEEDS = 50;
/** Allows for a machine ten times as slow. */
const LONG_MS = 300_000;

let world: SimulatedWorld;
beforeAll(async () => {
  world = await createSimulatedWorld();
}, LONG_MS);
afterAll(() => world.close());

describe('devices and API together, under every fault', () => {
  it(
    'keep the four promises',
    async () => {
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const failure = await failureOfSeed(world, seed);
        expect(failure && `seed ${seed}:\n${failure.trace.join('\n')}\n${failure.broken.join('\n')}`).toBeNull();
      }
    },
    LONG_MS,
  );

  it('meet every kind of fault in these seeds', () => {
    expect(EXPECTED_FAULTS.filter((name) => !world.happened.has(name))).toEqual([]);
    // No fault may happen that `EXPECTED_FAULTS` doesn't list.
    expect([...world.happened.keys()].filter((name) => !EXPECTED_FAULTS.includes(name))).toEqual([]);
  });

  it(
    'produce the same run for the same seed',
    async () => {
      for (const seed of [7, 11, 24]) expect(await runSeed(world, seed)).toEqual(await runSeed(world, seed));
    },
    LONG_MS,
  );

  it(
    'report a failing seed with the fewest steps that still fail',
    async () => {
      const mistake = mistakes(world.server).find(({ name }) => name === 'create overtaken by its update')!;
      const failure = await failureOfSeed(world, 9, mistake);
      const steps = failure?.trace.filter((line) => /^\d+ /.test(line)) ?? [];
      expect(operationsOf(9)).toHaveLength(STEPS_PER_SEED);
      expect(steps.map((line) => line.replace(/^\d+ \w+: /, ''))).toEqual(['edit a change sent without an answer']);
      expect(failure?.broken).toEqual([expect.stringMatching(/videos.update of .* was refused wrongly/)]);
    },
    LONG_MS,
  );
});
