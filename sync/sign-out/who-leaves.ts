import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { standingOf } from './earlier-account.ts';

export interface WhoLeaves {
  /** Other people. */
  leave: string[];
  /** Earlier accounts of the signed-in person, who has not yet been asked what to do with them (R303). */
  earlier: string[];
  /** The server has not said whose these are, or they could not be read. */
  unknown: string[];
  /** Why stores could not be read. */
  faults: unknown[];
}

/** Sorts everyone with a store on this device. A store that cannot be read does not keep the others here. @param userId the signed-in person */
export async function whoLeaves(
  userId: string,
  people: readonly string[],
  open: (userId: string) => Promise<Store>,
  ports: Pick<Ports, 'fetch' | 'origin' | 'sleep'>,
): Promise<WhoLeaves> {
  const found: WhoLeaves = { leave: [], earlier: [], unknown: [], faults: [] };
  for (const other of people) {
    if (other === userId) continue;
    try {
      const store = await open(other);
      const standing = await standingOf(store, ports, userId).finally(() => store.close());
      found[standing === 'other' ? 'leave' : standing].push(other);
    } catch (error) {
      found.unknown.push(other);
      found.faults.push(error);
    }
  }
  return found;
}
