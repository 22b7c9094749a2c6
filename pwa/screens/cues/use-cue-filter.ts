import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ALL, type CueFilter } from './cue-filter.ts';

export interface CueFilterControls {
  filter: CueFilter;
  change: (patch: Partial<CueFilter>) => void;
  clear: () => void;
}

/** Words reach the URL when typing rests: browsers limit how often an address may change. */
const REST_MS = 300;
const NAMES = { search: 'q', sport: 'sport', difficulty: 'level' } as const;
const NO_FILTER: CueFilter = { search: '', sport: ALL, difficulty: ALL };

/** Search and filters of the cues, kept in the URL so that reload, links and Back have them too. */
export function useCueFilter(): CueFilterControls {
  const [params, setParams] = useSearchParams();
  const inUrl = params.get(NAMES.search) ?? '';
  const [search, setSearch] = useState(inUrl);
  const sport = params.get(NAMES.sport) ?? ALL;
  const difficulty = params.get(NAMES.difficulty) ?? ALL;

  const put = useCallback(
    (patch: Partial<CueFilter>) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [field, value] of Object.entries(patch)) {
            const name = NAMES[field as keyof CueFilter];
            if (value === NO_FILTER[field as keyof CueFilter]) after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );

  useEffect(() => {
    if (search === inUrl) return;
    const timer = setTimeout(() => put({ search }), REST_MS);
    return () => clearTimeout(timer);
  }, [search, inUrl, put]);

  const change = useCallback(
    ({ search: typed, ...chosen }: Partial<CueFilter>) => {
      if (typed !== undefined) setSearch(typed);
      if (Object.keys(chosen).length > 0) put(chosen);
    },
    [put],
  );
  const clear = useCallback(() => {
    setSearch('');
    put(NO_FILTER);
  }, [put]);
  const filter = useMemo(() => ({ search, sport, difficulty }), [search, sport, difficulty]);
  return { filter, change, clear };
}
