import { useCallback } from 'react';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { requestBackgroundSync } from './request-background-sync.ts';
import { usePorts, useStore } from './sync-provider.tsx';
import { whileWriting } from './while-writing.ts';

export type Save = <Saved>(write: (store: Store, ports: Ports) => Promise<Saved>) => Promise<Saved>;

/**
 * Returns the function through which every save goes, except `recoverInterrupted`. Until the write ends, the sync total does
 * not say 'synced'. From then on, the browser may send the queue even if this page has closed. For one mutation, use
 * `useMutate`.
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
