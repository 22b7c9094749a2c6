import { useEffect } from 'react';
import { interruptedSaves } from '../../sync/store/drafts.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { recoverInterrupted } from './recover-interrupted.ts';
import { usePorts, useStore } from './sync-provider.tsx';

/** Once, when its component mounts, completes saves that were interrupted when the app closed. */
export function useRecoverSaves(): void {
  const store = useStore();
  const ports = usePorts();
  useEffect(() => {
    // Fails on a full device or after a sign-out in another tab; the drafts stay and the next start retries.
    recover(store, ports).catch(() => undefined);
  }, [store, ports]);
}

async function recover(store: Store, ports: Ports): Promise<void> {
  if ((await interruptedSaves(store)).length > 0) await recoverInterrupted(store, ports);
}
