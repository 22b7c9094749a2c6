import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftLock } from '../../sync/drafts.ts';
import { listUnsentDrafts, type UnsentDraft } from '../../sync/queries/unsent-drafts.ts';
import { formKey } from '../../sync/spare-drafts.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { isLeftOver, openForms, subscribeOpenForms } from './open-drafts.ts';

/** Drafts that no form has open, in this tab or another. What is not known yet is not listed, and holds up no screen. */
export function useUnsentDrafts(entity: Parameters<typeof listUnsentDrafts>[1]): UnsentDraft[] {
  const store = useStore();
  const drafts = useLive(() => listUnsentDrafts(store, entity), [store, entity]);
  const here = useSyncExternalStore(subscribeOpenForms, openForms);
  const free = useFreeDrafts(store.userId, drafts);
  return (drafts ?? []).filter((draft) => isLeftOver(draft, here) && free.has(formKey(draft.key)));
}

/** The keys that no form holds. Asks again when one is let go, and when a person comes back to this tab. */
function useFreeDrafts(userId: string, drafts: readonly UnsentDraft[] | undefined): ReadonlySet<string> {
  const [free, setFree] = useState<ReadonlySet<string>>(new Set());
  const keys = [...new Set(drafts?.map(({ key }) => formKey(key)))].join(' ');
  useEffect(() => {
    if (!keys) return;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      const { signal } = (asked = new AbortController());
      const names = await namesHeldByForms();
      if (signal.aborted) return;
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

/** The locks that forms hold. A browser that does not tell names none: a draft too many in the list does no harm. */
async function namesHeldByForms(): Promise<ReadonlySet<string | undefined>> {
  try {
    const { held = [] } = await navigator.locks.query();
    // Only forms share a lock: an exclusive holder is a short request of this list, or a recovery.
    return new Set(held.filter(({ mode }) => mode === 'shared').map(({ name }) => name));
  } catch {
    return new Set();
  }
}
