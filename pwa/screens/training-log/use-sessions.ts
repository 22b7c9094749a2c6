import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { listSessions } from '../../../sync/queries/sessions.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { placeOf, type RememberedPlace } from './remembered-place.ts';
import { openSessionPages, type ReadSessions, type SessionPages } from './session-pages.ts';
import type { LogFilter } from './use-log-filter.ts';

export interface Sessions {
  /** Newest first; null while the store has not answered. */
  read: ReadSessions | null;
  /** Names the list among the filters. */
  name: string;
  /** Where the list stood when it was left, if one comes back to it. */
  place: RememberedPlace | null;
  /** The list's stretches, once it is opened. */
  pages: () => SessionPages | null;
}

/** The sessions that the filter shows, as many as were scrolled to. */
export function useSessions(filter: LogFilter): Sessions {
  const store = useStore();
  const search = useDeferredValue(filter.search);
  const { scope, dogId } = filter;
  const name = [store.userId, scope, dogId, search].join('|');
  const cameBack = useNavigationType() === 'POP';
  const [opened] = useState(() => ({ name, place: cameBack ? placeOf(name) : null }));
  // The list of the answer, not of the question: the old one stays until the new one is there.
  const [shown, setShown] = useState(() => ({ name, read: opened.place?.read ?? null }));
  const pages = useRef<{ name: string; pages: SessionPages } | null>(null);

  useEffect(() => {
    const kept = opened.name === name ? opened.place?.pages : undefined;
    const list = openSessionPages(
      (stretch) => listSessions(store, { scope, ...stretch, ...(dogId && { dogId }), ...(search && { search }) }),
      (read) => setShown({ name, read }),
      kept,
    );
    pages.current = { name, pages: list };
    return () => {
      list.close();
      pages.current = null;
    };
  }, [store, scope, dogId, search, name, opened]);

  return {
    ...shown,
    place: shown.name === opened.name ? opened.place : null,
    pages: useCallback(() => (pages.current?.name === shown.name ? pages.current.pages : null), [shown.name]),
  };
}
