import { useEffect } from 'react';
import { interruptedSaves } from '../../sync/store/marked-drafts.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { recoverInterrupted } from './recover-interrupted.ts';
import { usePorts, useStore } from './sync-provider.tsx';

/** Completes saves that were interrupted when the app closed: once, as soon as its component is ready. */
export function useRecoverSaves(isReady = true): void {
  const store = useStore();
  const ports = usePorts();
  useEffect(() => {
    if (!isReady) return;
    // Fails on a full device or after a sign-out in another tab; the drafts stay and the next start retries.
    recover(store, ports).catch(() => undefined);
  }, [isReady, store, ports]);
}

async function recover(store: Store, ports: Ports): Promise<void> {
  if ((await interruptedSaves(store)).length > 0) await recoverInterrupted(store, ports);
}
