import type { Mutated } from '../../sync/outbox/mutate.ts';
import { showFailure } from './show-failure.ts';

/** Key of a change once this device has stored it. Null if storing failed, after an error toast. */
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
