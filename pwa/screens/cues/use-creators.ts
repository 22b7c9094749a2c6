import { useMemo } from 'react';
import { readCached } from '../../online/online-list.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { PARTNERS_CUES, PUBLIC_CUES } from './use-shared-cues.ts';

const NO_ONE: ReadonlyMap<string, string> = new Map();

/** Authors of the community's cues in the stored lists, by cue id. */
export function useCreators(): ReadonlyMap<string, string> {
  const store = useStore();
  const seen = useLive(() => Promise.all([readCached(store, PUBLIC_CUES), readCached(store, PARTNERS_CUES)]), [store]);
  return useMemo(() => (seen ? new Map(seen.flat().map(({ id, creatorName }) => [id, creatorName])) : NO_ONE), [seen]);
}
