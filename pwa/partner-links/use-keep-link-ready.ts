import { useEffect } from 'react';
import { afterFirstCards } from '../sync/first-cards.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { keepLinkReady } from './keep-link-ready.ts';

/** Keeps an unused link on this device (R377). */
export function useKeepLinkReady(): void {
  const store = useStore();
  const ports = usePorts();
  useEffect(() => {
    const keep = () =>
      void keepLinkReady({ store, ports })
        // Without a connection, or refused. The next attempt brings it.
        .catch(() => undefined);
    const whenVisible = () => document.visibilityState === 'visible' && keep();
    const cancel = afterFirstCards(keep);
    addEventListener('online', keep);
    document.addEventListener('visibilitychange', whenVisible);
    return () => {
      cancel();
      removeEventListener('online', keep);
      document.removeEventListener('visibilitychange', whenVisible);
    };
  }, [store, ports]);
}
