import { useFilterRoute } from '../../components/use-filter-route.ts';
import { useTabRoute } from '../../components/use-tab-route.ts';
import { isDay } from '../../dates/month.ts';

export type Scope = 'all' | 'mine' | 'partners';

export interface LogFilter {
  scope: Scope;
  /** '' for all dogs. */
  dogId: string;
  /** First and last training day, YYYY-MM-DD; '' for no limit. */
  from: string;
  to: string;
  search: string;
  /** Whether a dog, days or a search text is set. */
  narrowed: boolean;
  chooseScope: (scope: Scope) => void;
  chooseDog: (dogId: string) => void;
  chooseDays: (days: { from: string; to: string }) => void;
  type: (search: string) => void;
  clear: () => void;
}

const NAMES = { search: 'q', dogId: 'dog', from: 'from', to: 'to' } as const;
const NO_FILTER = { search: '', dogId: '', from: '', to: '' };

/** The log's filter. Kept in the URL so that reload, links and Back restore it. */
export function useLogFilter(): LogFilter {
  const [scope, chooseScope] = useTabRoute(['all', 'mine', 'partners']);
  const { shown, change, clear } = useFilterRoute(NAMES, NO_FILTER);
  // A link may contain anything: ignore invalid days.
  const [from, to] = [shown.from, shown.to].map((day) => (isDay(day) ? day : '')) as [string, string];
  return {
    scope,
    ...shown,
    from,
    to,
    narrowed: shown.dogId !== '' || from !== '' || to !== '' || shown.search.trim() !== '',
    chooseScope,
    chooseDog: (dogId) => change({ dogId }),
    chooseDays: change,
    type: (search) => change({ search }),
    clear,
  };
}
