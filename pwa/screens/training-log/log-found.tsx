import { useDeferredValue } from 'react';
import { countSessions } from '../../../sync/queries/sessions.ts';
import { Icon } from '../../components/icon.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { sessionFilter } from './session-filter.ts';
import { TEXTS } from './texts.ts';
import type { LogFilter } from './use-log-filter.ts';

/** How many of all sessions match, and the search words as buttons that remove them. */
export function LogFound({ filter }: { filter: LogFilter }) {
  const store = useStore();
  const { scope, dogId, from, to, narrowed } = filter;
  const search = useDeferredValue(filter.search);
  const count = useLive(
    () => (narrowed ? countSessions(store, sessionFilter({ scope, dogId, from, to, search })) : null),
    [store, narrowed, scope, dogId, from, to, search],
  );
  const words = filter.search.trim().split(/\s+/);
  return (
    <>
      {/* Rendered even when empty, or screen readers miss the first announcement. */}
      <p role="status" className="text-15 font-semi not-empty:mb-3">
        {narrowed && count && TEXTS.foundOf(count.found, count.all)}
      </p>
      {words.length > 1 && (
        <ul aria-label={TEXTS.searchedWords} className="mb-4 flex flex-wrap gap-2">
          {words.map((word, place) => (
            <li key={`${word} ${place}`} className="max-w-full">
              <button
                type="button"
                aria-label={TEXTS.removeWord(word)}
                onClick={() => filter.type(words.toSpliced(place, 1).join(' '))}
                className="flex min-h-12 max-w-full items-center gap-1 rounded-control border border-control bg-surface ps-3 pe-2 text-15 font-semi hover:bg-sunken"
              >
                <bdi className="min-w-0 [overflow-wrap:anywhere]">{word}</bdi>
                <Icon name="close" size="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
