import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { listSessions, type SessionCard } from '../../../sync/queries/sessions.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { placeOf, type RememberedPlace } from './remembered-place.ts';
import type { LogFilter } from './use-log-filter.ts';

const FIRST = 30;
const MORE = 60;

export interface Sessions {
  /** Newest first; undefined while the store has not answered. */
  cards: SessionCard[] | undefined;
  complete: boolean;
  /** Names the list among the filters. */
  name: string;
  /** Where the list stood when it was left, if one comes back to it. */
  place: RememberedPlace | null;
  more: () => void;
}

/** The sessions that the filter shows, as many as were scrolled to. */
export function useSessions(filter: LogFilter): Sessions {
  const store = useStore();
  const search = useDeferredValue(filter.search);
  const { scope, dogId } = filter;
  const name = [scope, dogId, search].join('|');
  const cameBack = useNavigationType() === 'POP';
  const [opened] = useState(() => ({ name, place: cameBack ? placeOf(name) : null }));
  const place = opened.name === name ? opened.place : null;
  const [asked, setAsked] = useState({ name, limit: place?.limit ?? FIRST });
  const limit = asked.name === name ? asked.limit : FIRST;

  const found = useLive(async () => {
    // One more than shown tells whether there are older ones.
    const cards = await listSessions(store, { scope, limit: limit + 1, ...(dogId && { dogId }), ...(search && { search }) });
    return { name, limit, cards: cards.slice(0, limit), complete: cards.length <= limit };
  }, [store, scope, dogId, search, limit]);

  const loading = useRef(0);
  const more = useCallback(() => {
    if (!found || found.limit < limit || loading.current === limit) return;
    loading.current = limit;
    setAsked({ name, limit: limit + MORE });
  }, [found, limit, name]);

  return {
    cards: found?.cards,
    complete: found?.complete ?? false,
    // The list of the answer, not of the question: the old one stays until the new one is there.
    name: found?.name ?? name,
    place: found?.name === name ? place : null,
    more,
  };
}
