import { useMemo } from 'react';
import { CueAnswer, NEW_CUE } from '../../../api/contract/entities/cue.ts';
import { readPartnerships } from '../../../sync/queries/partnerships.ts';
import { useBlockedIds } from '../../blocks/use-blocked-ids.ts';
import type { OnlineListSource } from '../../online/online-list.ts';
import { PARTNERS_CUES_LIST } from '../../online/partners-cues-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { withDefaults } from '../../online/with-defaults.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';

const row = withDefaults(CueAnswer, NEW_CUE);
export const PUBLIC_CUES: OnlineListSource<CueAnswer> = { name: 'cues.public', path: '/api/cues/public', row };
export const PARTNERS_CUES: OnlineListSource<CueAnswer> = { name: PARTNERS_CUES_LIST, path: '/api/cues/partners', row };

/** Shared cues as last read: public ones, and those that partners share with friends (R60). */
export function useSharedCues() {
  const everyones = useOnlineList(PUBLIC_CUES);
  const partners = useOnlineList(PARTNERS_CUES);
  const store = useStore();
  const partnerships = useLive(() => readPartnerships(store), [store]);
  const blocked = useBlockedIds();
  // The lists may be old: drop cues of blocked people and former partners.
  const lists = useMemo(
    () => [
      everyones.rows?.filter(({ ownerId }) => !blocked.has(ownerId)),
      partners.rows?.filter(({ ownerId }) => partnerships?.get(ownerId)?.state === 'partner'),
    ],
    [everyones.rows, partners.rows, partnerships, blocked],
  );
  const ages = [everyones.readAt, partners.readAt].filter((at) => at !== null);
  return {
    /** Undefined before the first answer from server or device. */
    lists: everyones.rows || partners.rows ? lists : undefined,
    /** The older of the two times, so that it is true of both lists. */
    readAt: ages.length > 0 ? Math.min(...ages) : null,
    reading: everyones.reading || partners.reading,
    failure: everyones.failure ?? partners.failure,
    hasOlder: everyones.next !== null || partners.next !== null,
    refresh: () => {
      everyones.refresh();
      partners.refresh();
    },
    readOn: () => {
      everyones.readOn();
      partners.readOn();
    },
  };
}
