import type { Mutated } from '../../sync/mutate.ts';
import { showFailure } from './show-failure.ts';

/** The key of a change that this device has kept; null, with a word about it, when it could not. */
export async function keyOfKept(change: Promise<Mutated>, failed: string): Promise<string | null> {
  try {
    const { key } = await change;
    if (key === null) showFailure(null, failed);
    return key;
  } catch (error) {
    showFailure(error, failed);
    return null;
  }
}
