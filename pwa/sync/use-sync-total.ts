import { readStatus, type SyncTotal } from '../../sync/status.ts';
import { useStore } from './sync-provider.tsx';
import { useLive } from './use-live.ts';

/** The device as a whole; undefined while loading. */
export function useSyncTotal(): SyncTotal | undefined {
  const store = useStore();
  return useLive(() => readStatus(store), [store]);
}
