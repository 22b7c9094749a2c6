import { useSyncExternalStore } from 'react';
import { readStatus, type SyncTotal } from '../../sync/status/sync-total.ts';
import { useStore } from './sync-provider.tsx';
import { useLive } from './use-live.ts';
import { subscribeWrites, writesOfPage } from './while-writing.ts';

/**
 * This device's sync status; undefined while loading. Reports `saving` from the start of a save until a status read
 * after its end, because earlier reads do not include it.
 */
export function useSyncTotal(): SyncTotal | undefined {
  const store = useStore();
  const { begun, ended } = useSyncExternalStore(subscribeWrites, writesOfPage);
  const read = useLive(async () => {
    const known = writesOfPage().ended;
    return { known, total: await readStatus(store) };
  }, [store, ended]);
  return read && (begun > read.known ? { ...read.total, saving: true } : read.total);
}
