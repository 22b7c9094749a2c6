import { useEffect } from 'react';
import { interruptedSaves } from '../../sync/drafts.ts';
import type { Ports } from '../../sync/ports.ts';
import type { Store } from '../../sync/store.ts';
import { requestBackgroundSync } from './request-background-sync.ts';
import { usePorts, useStore } from './sync-provider.tsx';

/** At each start, makes what was saved when the app ended before it was written. */
export function useRecoverSaves(): void {
  const store = useStore();
  const ports = usePorts();
  useEffect(() => {
    // A full device or a sign-out in another tab: the drafts stay, and the next start tries again.
    recover(store, ports).catch(() => undefined);
  }, [store, ports]);
}

async function recover(store: Store, ports: Ports): Promise<void> {
  if ((await interruptedSaves(store)).length === 0) return;
  // Loaded only when needed: it carries the schemas, which the first paint does without.
  const { recoverSaves } = await import('../../sync/recover-saves.ts');
  await recoverSaves(store, ports);
  requestBackgroundSync();
}
