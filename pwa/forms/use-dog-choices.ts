import { useLive } from '../sync/use-live.ts';
import { useStore } from '../sync/sync-provider.tsx';

export interface DogChoice {
  id: string;
  name: string;
}

/** The person's dogs, sorted by name. Retired dogs are left out, except the chosen one. */
export function useDogChoices(chosenId: string): DogChoice[] {
  const store = useStore();
  const dogs = useLive(async () => {
    const all = await store.view('dogs').orderBy('live').toArray();
    const byName = new Intl.Collator();
    return all.filter((dog) => !dog.retiredAt || dog.id === chosenId).toSorted((a, b) => byName.compare(a.name, b.name));
  }, [store, chosenId]);
  return dogs ?? NONE;
}

const NONE: DogChoice[] = [];
