import { Dexie } from 'dexie';
import type { Store } from '../store/store.ts';

/** How many links of other people this device has still to use (R377). */
export const countWaitingJoins = (store: Store): Promise<number> =>
  store.outbox
    .where('[entity+entityId]')
    .between(['friendships', Dexie.minKey], ['friendships', Dexie.maxKey])
    .filter(({ call, state }) => call === 'friendships.join' && state !== 'refused')
    .count();
