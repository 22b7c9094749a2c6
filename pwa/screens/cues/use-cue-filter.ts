import { type FilterRoute, useFilterRoute } from '../../components/use-filter-route.ts';
import { ALL, type CueFilter } from './cue-filter.ts';

const NAMES = { search: 'q', sport: 'sport', difficulty: 'level' } as const;
const NO_FILTER: CueFilter = { search: '', sport: ALL, difficulty: ALL };

/** Search and filters of the cues. */
export const useCueFilter = (): FilterRoute<CueFilter> => useFilterRoute(NAMES, NO_FILTER);
