import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { listSessions } from '../../../sync/queries/sessions.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { placeOf, type RememberedPlace } from './remembered-place.ts';
import { openSessionPages, type ReadSessions, type SessionPages } from './session-pages.ts';
import { sessionFilter } from './session-filter.ts';
import type { LogFilter } from './use-log-filter.ts';

export interface Sessions {
  /** Newest first; null while loading. */
  read: ReadSessions | null;
  /** Identifies the list of this filter. */
  name: string;
  /** Scroll position and rows from the last visit, when the person navigates back. */
  place: RememberedPlace | null;
  /** The list's pages; null until the list is open. */
  pages: () => SessionPages | null;
}

/** The sessions that match the filter, as far as the person has scrolled. */
export function useSessions(filter: LogFilter): Sessions {
  const store = useStore();
  const search = useDeferredValue(filter.search);
  const { scope, dogId, from, to } = filter;
  const name = [store.userId, scope, dogId, from, to, search].join('|');
  const cameBack = useNavigationType() === 'POP';
  const [opened] = useState(() => ({ name, place: cameBack ? placeOf(name) : null }));
  // Name and rows change together, so the old list stays until the new one has loaded.
  const [shown, setShown] = useState(() => ({ name, read: opened.place?.read ?? null }));
  const pages = useRef<{ name: string; pages: SessionPages } | null>(null);

  useEffect(() => {
    const kept = opened.name === name ? opened.place?.pages : undefined;
    const list = openSessionPages(
      (stretch) => listSessions(store, { ...sessionFilter({ scope, dogId, from, to, search }), ...stretch }),
      (read) => setShown({ name, read }),
      kept,
    );
    pages.current = { name, pages: list };
    return () => {
      list.close();
      pages.current = null;
    };
  }, [store, scope, dogId, from, to, search, name, opened]);

  return {
    ...shown,
    place: shown.name === opened.name ? opened.place : null,
    pages: useCallback(() => (pages.current?.name === shown.name ? pages.current.pages : null), [shown.name]),
  };
}
