import type { Store } from '../store/store.ts';

/** Reps that were tapped on this device and that their set cannot take. */
export interface LooseTaps {
  setId: string;
  /** The set's exercise; null if the set is not on this device. */
  exercise: string | null;
  /** How many taps: reps and undone reps. */
  taps: number;
  /** What is gone: the set is deleted, or it and its session are, or the set is not on this device. */
  gone: 'set' | 'session' | 'absent';
}

/** The taps of sets that are deleted or no longer on this device. All others are about to be counted. */
export async function listLooseTaps(store: Store): Promise<LooseTaps[]> {
  const taps = await store.taps.toArray();
  const ids = [...new Set(taps.map(({ setId }) => setId))];
  const sets = await store.view('sets').bulkGet(ids);
  const sessions = await store.view('videos').bulkGet(sets.map((set) => set?.videoId ?? ''));
  return ids.flatMap((setId, place) => {
    const set = sets[place];
    if (set && !set.deletedAt) return [];
    const session = sessions[place];
    const isInSession = session !== undefined && session.deletedAt === null;
    const gone = set === undefined ? 'absent' : isInSession ? 'set' : 'session';
    return { setId, exercise: set?.exercise ?? null, taps: taps.filter((tap) => tap.setId === setId).length, gone };
  });
}

export const discardTaps = async (store: Store, setId: string): Promise<void> =>
  void (await store.taps.filter((tap) => tap.setId === setId).delete());
