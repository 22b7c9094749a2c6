import { failureOfSeed } from './run.ts';
import { createSimulatedWorld } from './simulated-world.ts';

export interface Failure {
  seed: number;
  text: string;
}

/**
 * Runs every `step`th seed from `from` up to `to`.
 * @param done told after each seed, with what failed in it
 */
export async function simulate({ from, to, step }: { from: number; to: number; step: number }, done: (failure: Failure | null) => void): Promise<void> {
  const world = await createSimulatedWorld();
  try {
    for (let seed = from; seed <= to; seed += step) {
      const failure = await failureOfSeed(world, seed);
      done(failure && { seed, text: [...failure.trace, ...failure.broken].join('\n') });
    }
  } finally {
    await world.close();
  }
}
