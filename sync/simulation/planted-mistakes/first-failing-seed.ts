import { runSeed } from '../run.ts';
import { createSimulatedWorld } from '../simulated-world.ts';

/** @returns the first of these seeds that fails, with the first promise that it breaks; null if all pass */
export async function firstFailingSeed(seeds: number): Promise<{ seed: number; broken: string } | null> {
  const world = await createSimulatedWorld();
  // A crashed app leaves promises pending, and a mistake may add others: neither is a broken promise.
  process.on('unhandledRejection', () => undefined);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const [broken] = (await runSeed(world, seed)).broken;
    if (broken !== undefined) return { seed, broken };
  }
  return null;
}
