import { useFilterRoute } from '../../components/use-filter-route.ts';
import { useTabRoute } from '../../components/use-tab-route.ts';

export type Scope = 'all' | 'mine' | 'partners';

export interface LogFilter {
  scope: Scope;
  /** '' for all dogs. */
  dogId: string;
  search: string;
  /** A dog or a search text is set. */
  narrowed: boolean;
  chooseScope: (scope: Scope) => void;
  chooseDog: (dogId: string) => void;
  type: (search: string) => void;
  clear: () => void;
}

const NAMES = { search: 'q', dogId: 'dog' } as const;
const NO_FILTER = { search: '', dogId: '' };

/** The log's filter. Kept in the URL so that reload, links and Back restore it. */
export function useLogFilter(): LogFilter {
  const [scope, chooseScope] = useTabRoute(['all', 'mine', 'partners']);
  const { shown, change, clear } = useFilterRoute(NAMES, NO_FILTER);
  return {
    scope,
    ...shown,
    narrowed: shown.dogId !== '' || shown.search.trim() !== '',
    chooseScope,
    chooseDog: (dogId) => change({ dogId }),
    type: (search) => change({ search }),
    clear,
  };
}
