import { setup as migrateOnce } from '../../api/testing/migrated-pglite.ts';
import { mistakes } from './mistakes.ts';
import { failureOfSeed, runSeed } from './run.ts';
import { createSimulatedWorld } from './simulated-world.ts';
import { isCrash } from '../testing/crash.ts';

// The command's module runner closes once this module has loaded. After that, nothing more can be imported on demand.
await migrateOnce();

export interface Share {
  from: number;
  to: number;
  step: number;
}

export interface Failure {
  seed: number;
  text: string;
}

/**
 * Runs every `step`th seed from `from` up to `to`.
 * @param done called after each seed with its failure, or null
 * @returns how often each kind of fault happened
 */
export async function simulate({ from, to, step }: Share, done: (failure: Failure | null) => void): Promise<ReadonlyMap<string, number>> {
  const world = await createSimulatedWorld();
  process.on('unhandledRejection', onlyCrashes);
  try {
    for (let seed = from; seed <= to; seed += step) {
      const failure = await failureOfSeed(world, seed);
      done(failure && { seed, text: [...failure.trace, ...failure.broken].join('\n') });
    }
    return world.happened;
  } finally {
    process.off('unhandledRejection', onlyCrashes);
    await world.close();
  }
}

/** A crashed app leaves promises pending; ignore their crash errors. */
function onlyCrashes(error: unknown): void {
  if (!isCrash(error)) throw error;
}

export interface Search {
  mistake: string;
  /** The first seed that catches it; null if none does. */
  seed: number | null;
  broken: string;
}

/**
 * Finds the first seed that catches each planted mistake.
 * @param names the only mistakes to inject; all if empty
 */
export async function searchMistakes({ from, to }: Share, names: readonly string[], found: (search: Search) => void): Promise<void> {
  const world = await createSimulatedWorld();
  try {
    for (const mistake of mistakes(world.server)) {
      if (names.length > 0 && !names.includes(mistake.name)) continue;
      const search: Search = { mistake: mistake.name, seed: null, broken: '' };
      for (let seed = from; seed <= to && search.seed === null; seed += 1) {
        const { broken } = await runSeed(world, seed, mistake);
        if (broken[0] !== undefined) Object.assign(search, { seed, broken: broken[0] });
      }
      found(search);
    }
  } finally {
    await world.close();
  }
}
