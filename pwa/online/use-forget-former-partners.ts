import { useEffect } from 'react';
import { readTies } from '../../sync/queries/friendships.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { whenIdle } from '../sync/when-idle.ts';
import { dropKept } from './kept-rows.ts';
import { PARTNERS_CUES_LIST } from './partners-cues-list.ts';

/** What only partners may see goes from this device with the partnership, also what is kept of the server's lists. */
export function useForgetFormerPartners(): void {
  const store = useStore();
  const partners = useLive(async () => [...(await readTies(store))].flatMap(([id, { standing }]) => (standing === 'partner' ? [id] : [])).toSorted().join(' '), [store]);
  useEffect(() => {
    if (partners === undefined) return;
    const ids: ReadonlySet<string> = new Set(partners.split(' '));
    return whenIdle(() => {
      // The next start tries again.
      dropKept<{ ownerId: string }>(store, { name: PARTNERS_CUES_LIST }, ({ ownerId }) => !ids.has(ownerId)).catch(() => undefined);
    });
  }, [store, partners]);
}
