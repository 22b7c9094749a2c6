import type { DogChoice } from '../../forms/use-dog-choices.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import type { Scope } from './use-log-filter.ts';

export interface FilterDogs {
  own: readonly DogChoice[];
  partners: readonly DogChoice[];
}

const NONE: FilterDogs = { own: [], partners: [] };

/** Dogs that sessions of this scope may have, sorted by name, plus the chosen dog from any scope. */
export function useFilterDogs(scope: Scope, chosenId: string): FilterDogs {
  const store = useStore();
  const dogs = useLive(async () => {
    const [own, partners] = await Promise.all([store.view('dogs').orderBy('live').toArray(), store.view('partnerDogs').toArray()]);
    const byName = new Intl.Collator();
    const choices = (all: readonly DogChoice[], isInScope: boolean) =>
      all
        .filter(({ id }) => isInScope || id === chosenId)
        .map(({ id, name }) => ({ id, name }))
        .toSorted((a, b) => byName.compare(a.name, b.name));
    // Include retired dogs, which have sessions too.
    return { own: choices(own, scope !== 'partners'), partners: choices(partners, scope !== 'mine') };
  }, [store, scope, chosenId]);
  return dogs ?? NONE;
}
