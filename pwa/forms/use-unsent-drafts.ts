import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftLock } from '../../sync/drafts.ts';
import { listUnsentDrafts, type UnsentDraft } from '../../sync/queries/unsent-drafts.ts';
import { formKey } from '../../sync/spare-drafts.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { isLeftOver, openForms, subscribeOpenForms } from './open-drafts.ts';

/** Drafts that no form has open, in this tab or another; undefined until all of that is known. */
export function useUnsentDrafts(entity: Parameters<typeof listUnsentDrafts>[1]): UnsentDraft[] | undefined {
  const store = useStore();
  const drafts = useLive(() => listUnsentDrafts(store, entity), [store, entity]);
  const here = useSyncExternalStore(subscribeOpenForms, openForms);
  const free = useFreeDrafts(store.userId, drafts);
  if (!drafts || (drafts.length > 0 && !free)) return undefined;
  return drafts.filter((draft) => isLeftOver(draft, here) && free?.has(formKey(draft.key)));
}

/** The keys that no form holds. Asks again when one is let go, and when a person comes back to this tab. */
function useFreeDrafts(userId: string, drafts: readonly UnsentDraft[] | undefined): ReadonlySet<string> | null {
  const [free, setFree] = useState<ReadonlySet<string> | null>(null);
  const keys = [...new Set(drafts?.map(({ key }) => formKey(key)))].join(' ') ?? '';
  useEffect(() => {
    if (!keys) return;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      const { signal } = (asked = new AbortController());
      const { held = [] } = await navigator.locks.query();
      if (signal.aborted) return;
      // Only forms share it: an exclusive holder is one of the short requests below, or a recovery.
      const names = new Set(held.filter(({ mode }) => mode === 'shared').map(({ name }) => name));
      const isHeld = (key: string) => names.has(draftLock(userId, key));
      setFree(new Set(keys.split(' ').filter((key) => !isHeld(key))));
      for (const key of keys.split(' ').filter(isHeld)) {
        // Granted once the form is closed, whichever tab it is in.
        navigator.locks.request(draftLock(userId, key), { signal }, () => undefined).then(ask, () => undefined);
      }
    };
    const askAgain = () => void ask();
    askAgain();
    addEventListener('focus', askAgain);
    document.addEventListener('visibilitychange', askAgain);
    return () => {
      asked.abort();
      removeEventListener('focus', askAgain);
      document.removeEventListener('visibilitychange', askAgain);
    };
  }, [keys, userId]);
  return free;
}
