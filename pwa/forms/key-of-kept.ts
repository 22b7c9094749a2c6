import type { Mutated } from '../../sync/outbox/mutate.ts';
import { showFailure } from './show-failure.ts';

/** Resolves with the key of a change once this device has stored it, or with null after an error toast if storing failed. */
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
