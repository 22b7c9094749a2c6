import { useSyncExternalStore } from 'react';
import { readStatus, type SyncTotal } from '../../sync/status.ts';
import { useStore } from './sync-provider.tsx';
import { useLive } from './use-live.ts';
import { subscribeWrites, writesOfPage } from './while-writing.ts';

/**
 * The device as a whole; undefined while loading. From the tap that saves something until it was found on the disk, the
 * total says that it is being kept: what was read before the tap does not know of it.
 */
export function useSyncTotal(): SyncTotal | undefined {
  const store = useStore();
  const { begun, ended } = useSyncExternalStore(subscribeWrites, writesOfPage);
  const read = useLive(async () => {
    const known = writesOfPage().ended;
    return { known, total: await readStatus(store) };
  }, [store, ended]);
  return read && (begun > read.known ? { ...read.total, keeping: true } : read.total);
}
