import type { Store } from '../store/store.ts';
import { readNewestFirst, type SessionShelf } from './session-order.ts';

/** The newest sessions that suggestions are taken from, whatever the size of the log. */
const LOOKED_AT_MAX = 50;

/** A title and dog for the form of a new session. */
export interface SessionStart {
  /** '' for none. */
  title: string;
  /** Null for none. */
  dogId: string | null;
}

/**
 * What the form of a new session begins with: only a dog, `wantedId` or the one trained last on `today` (R210). A dog that
 * is deleted, retired or another person's counts as none.
 * @param today a training day, YYYY-MM-DD
 */
export async function startOfSession(
  store: Store,
  { wantedId = null, today }: { wantedId?: string | null; today: string },
): Promise<SessionStart> {
  return store.transaction('r', [store.view('videos'), store.view('dogs')], async () => {
    const trained = await newestOwn(store, { from: today, to: today });
    return { title: '', dogId: await firstOffered(store, [wantedId, ...trained.map(({ dogId }) => dogId)]) };
  });
}

const newestOwn = (store: Store, shelf: Omit<SessionShelf, 'scope'>, limit = LOOKED_AT_MAX) =>
  readNewestFirst(store, { ...shelf, scope: 'mine' }, { limit });

async function firstOffered(store: Store, ids: readonly (string | null)[]): Promise<string | null> {
  const dogs = await store.view('dogs').bulkGet([...new Set(ids.filter((id) => id !== null))]);
  return dogs.find((dog) => dog && !dog.deletedAt && !dog.retiredAt)?.id ?? null;
}
