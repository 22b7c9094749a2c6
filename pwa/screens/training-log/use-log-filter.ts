import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTabRoute } from '../../components/use-tab-route.ts';

export type Scope = 'all' | 'mine' | 'partners';

export interface LogFilter {
  scope: Scope;
  /** Empty: all dogs. */
  dogId: string;
  search: string;
  /** A dog is chosen or something is searched for. */
  narrowed: boolean;
  chooseScope: (scope: Scope) => void;
  chooseDog: (dogId: string) => void;
  type: (search: string) => void;
  clear: () => void;
}

/** Words reach the URL when typing rests: browsers limit how often an address may change. */
const REST_MS = 300;

/** What the log shows, kept in the URL so that reload, links and Back have it too. */
export function useLogFilter(): LogFilter {
  const [scope, chooseScope] = useTabRoute(['all', 'mine', 'partners']);
  const [params, setParams] = useSearchParams();
  const [search, type] = useState(() => params.get('q') ?? '');
  const dogId = params.get('dog') ?? '';

  const put = useCallback(
    (values: Record<string, string>) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [key, value] of Object.entries(values)) {
            if (value) after.set(key, value);
            else after.delete(key);
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );

  const inUrl = params.get('q') ?? '';
  useEffect(() => {
    if (search === inUrl) return;
    const timer = setTimeout(() => put({ q: search }), REST_MS);
    return () => clearTimeout(timer);
  }, [search, inUrl, put]);

  return {
    scope,
    dogId,
    search,
    narrowed: dogId !== '' || search.trim() !== '',
    chooseScope,
    chooseDog: (dog) => put({ dog }),
    type,
    clear: () => {
      type('');
      put({ q: '', dog: '' });
    },
  };
}
