import { useEffect } from 'react';
import { pageEndsSoon } from '../components/page-ends-soon.ts';
import { afterFirstCards } from './first-cards.ts';

/** Extra delay, so that the engine's worker loads first. */
const LATER_MS = 500;

/**
 * Loads deferred code after the first cards, so that the first tap finds it.
 * @param load keep it at module level; a rejected promise is ignored, because the tap tries again
 */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const fetchAll = () => {
      if (pageEndsSoon()) return;
      // Offline without a precache, this fails.
      load().catch(() => undefined);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = afterFirstCards(() => (timer = setTimeout(fetchAll, LATER_MS)));
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [load]);
}
