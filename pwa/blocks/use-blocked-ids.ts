import { readBlockedIds } from '../../sync/queries/blocks.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';

const NONE: ReadonlySet<string> = new Set();

/** Ids of the people whom the signed-in person has blocked: lists from before leave them out. */
export function useBlockedIds(): ReadonlySet<string> {
  const store = useStore();
  return useLive(() => readBlockedIds(store), [store]) ?? NONE;
}
