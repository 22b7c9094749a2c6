import { readFirstReading } from '../status/first-sync.ts';
import type { Store } from '../store/store.ts';

const OWN = ['videos', 'dogs', 'cues', 'programs'] as const;

/**
 * Whether the person has nothing in Longline: no rows, not even deleted ones, no partner, no request of their own, and
 * nothing typed. False until the first full read is done, because the rows may not have arrived yet.
 */
export async function isNewcomer(store: Store): Promise<boolean> {
  if ((await readFirstReading(store)) !== 'done') return false;
  const [drafts, friendships, ...rows] = await Promise.all([
    store.drafts.count(),
    store.view('friendships').toArray(),
    ...OWN.map((entity) => store.view(entity).count()),
  ]);
  // A request from someone else does not count.
  const isTheirs = friendships.some(({ status, userId }) => status === 'accepted' || userId === store.userId);
  return drafts === 0 && !isTheirs && rows.every((count) => count === 0);
}
