import { describe, expect, it } from 'vitest';
import { createTestWorld } from '../testing/test-world.ts';
import { operationsOf, shrink } from './operations.ts';
import { runSimulation } from './run.ts';

/** A few in every run of the tests; any number by hand: SEEDS=1000 FIRST_SEED=1 npx vitest run sync/simulation. */
const SEEDS = Number(process.env['SEEDS'] ?? 12);
const FIRST_SEED = Number(process.env['FIRST_SEED'] ?? 1);
const STEPS = 40;

describe('the client and the API together, under every fault', () => {
  it(
    `keep the four promises for seeds ${FIRST_SEED} to ${FIRST_SEED + SEEDS - 1}`,
    async () => {
      const world = await createTestWorld();
      const run = async (operations: ReturnType<typeof operationsOf>, name: string) =>
        runSimulation(world, [await world.person(`anna-${name}@example.org`), await world.person(`ben-${name}@example.org`)], operations);
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
        const operations = operationsOf(seed, STEPS);
        const { broken } = await run(operations, `${seed}`);
        if (broken.length === 0) continue;
        let tries = 0;
        const fewest = await shrink(operations, async (some) => (await run(some, `${seed}-${(tries += 1)}`)).broken.length > 0);
        const { trace, broken: stillBroken } = await run(fewest, `${seed}-last`);
        expect.fail(`seed ${seed}:\n${trace.join('\n')}\n${stillBroken.join('\n')}`);
      }
    },
    SEEDS * 10_000 + 60_000,
  );
});
