import { useEffect } from 'react';
import { readPartnerships } from '../../sync/queries/partnerships.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { whenIdle } from '../sync/when-idle.ts';
import { dropCached } from './cached-rows.ts';
import { PARTNERS_CUES_LIST } from './partners-cues-list.ts';

/** When a partnership ends, removes that partner's friends-only rows from the stored server lists. */
export function useForgetFormerPartners(): void {
  const store = useStore();
  const partners = useLive(
    async () =>
      [...(await readPartnerships(store))]
        .flatMap(([id, { state }]) => (state === 'partner' ? [id] : []))
        .toSorted()
        .join(' '),
    [store],
  );
  useEffect(() => {
    if (partners === undefined) return;
    const ids: ReadonlySet<string> = new Set(partners.split(' '));
    return whenIdle(() => {
      // On failure, the next app start tries again.
      dropCached<{ ownerId: string }>(store, { name: PARTNERS_CUES_LIST }, ({ ownerId }) => !ids.has(ownerId)).catch(() => undefined);
    });
  }, [store, partners]);
}
