import { useCallback } from 'react';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { requestBackgroundSync } from './request-background-sync.ts';
import { usePorts, useStore } from './sync-provider.tsx';
import { whileWriting } from './while-writing.ts';

export type Save = <Saved>(write: (store: Store, ports: Ports) => Promise<Saved>) => Promise<Saved>;

/**
 * Queues changes: every save goes through this, except `recoverInterrupted`. Until the write ends, the sync total does not say 'synced';
 * then the browser may send the queue even after this page has closed. One mutation: `useMutate`.
 */
export function useSave(): Save {
  const store = useStore();
  const ports = usePorts();
  return useCallback(
    async (write) => {
      const saved = await whileWriting(() => write(store, ports));
      requestBackgroundSync();
      return saved;
    },
    [store, ports],
  );
}
