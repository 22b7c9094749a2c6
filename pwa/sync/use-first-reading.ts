import { type FirstReading, readFirstReading } from '../../sync/status/first-sync.ts';
import { useStore } from './sync-provider.tsx';
import { useLive } from './use-live.ts';

/** `undefined` while loading. */
export function useFirstReading(): FirstReading | undefined {
  const store = useStore();
  return useLive(() => readFirstReading(store), [store]);
}
