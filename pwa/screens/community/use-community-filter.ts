import { type FilterRoute, useFilterRoute } from '../../components/use-filter-route.ts';
import { type CommunityFilter, NO_FILTER } from './community-filter.ts';

const NAMES = { search: 'q', county: 'county', sport: 'sport' } as const;

/** Search and filters of the community; the search text is debounced before it reaches the server. */
export const useCommunityFilter = (): FilterRoute<CommunityFilter> => useFilterRoute(NAMES, NO_FILTER);
