import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';

export interface CueChoice {
  id: string;
  name: string;
  sport: string;
}

/** The person's cues, sorted by name; undefined while loading. */
export function useCueChoices(): readonly CueChoice[] | undefined {
  const store = useStore();
  return useLive(async () => {
    const cues = await store.view('cues').orderBy('live').toArray();
    const byName = new Intl.Collator();
    return cues.map(({ id, name, sport }) => ({ id, name, sport })).toSorted((a, b) => byName.compare(a.name, b.name));
  }, [store]);
}
