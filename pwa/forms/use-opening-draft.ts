import { useState } from 'react';
import { readDraft } from '../../sync/store/drafts.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useHeldElsewhere } from './use-held-elsewhere.ts';

/**
 * The draft that a form on a page opens with, as first read; null while another tab edits it (R302). The key must stay the
 * same while the form is mounted. Dialogs use `useFirstDraft`, which also waits for interrupted saves.
 */
export function useOpeningDraft(key: string): Draft | null | undefined {
  const store = useStore();
  const read = useLive(() => readDraft(store, key), [store, key]);
  const isElsewhere = useHeldElsewhere(read ? key : null);
  const [first, setFirst] = useState<Draft | null>();
  if (first === undefined && (read === null || (read && isElsewhere !== undefined))) setFirst(isElsewhere ? null : read);
  return first;
}
