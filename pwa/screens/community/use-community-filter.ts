import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type CommunityFilter, NO_FILTER } from './community-filter.ts';

export interface CommunityFilterControls {
  /** As typed and chosen. */
  shown: CommunityFilter;
  /** As asked for: words count when typing rests. */
  asked: CommunityFilter;
  change: (patch: Partial<CommunityFilter>) => void;
  clear: () => void;
}

/** Words reach the URL, and the server, when typing rests. */
const REST_MS = 300;
const NAMES = { search: 'q', county: 'county', sport: 'sport' } as const;
const FIELDS = Object.keys(NAMES) as (keyof CommunityFilter)[];

/** Search and filters of the community, kept in the URL so that reload, links and Back have them too. */
export function useCommunityFilter(): CommunityFilterControls {
  const [params, setParams] = useSearchParams();
  const [search, county, sport] = FIELDS.map((field) => params.get(NAMES[field]) ?? NO_FILTER[field]) as [string, string, string];
  const asked = useMemo(() => ({ search, county, sport }), [search, county, sport]);
  const [typed, setTyped] = useState(search);

  const put = useCallback(
    (patch: Partial<CommunityFilter>) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const field of FIELDS) {
            const value = patch[field];
            if (value === NO_FILTER[field]) after.delete(NAMES[field]);
            else if (value !== undefined) after.set(NAMES[field], value);
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );

  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => put({ search: typed }), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, search, put]);

  const change = useCallback(
    ({ search: words, ...chosen }: Partial<CommunityFilter>) => {
      if (words !== undefined) setTyped(words);
      if (Object.keys(chosen).length > 0) put(chosen);
    },
    [put],
  );
  const clear = useCallback(() => {
    setTyped('');
    put(NO_FILTER);
  }, [put]);
  return { shown: { ...asked, search: typed }, asked, change, clear };
}
