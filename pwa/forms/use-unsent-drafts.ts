import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftLock, formKey } from '../../sync/store/draft-keys.ts';
import { listUnsentDrafts, type UnsentDraft } from '../../sync/queries/unsent-drafts.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { isLeftOver, openForms, subscribeOpenForms } from './open-drafts.ts';

/** Drafts that no form in any tab has open. Lists nothing until that is known, without blocking the screen. */
export function useUnsentDrafts(entity: Parameters<typeof listUnsentDrafts>[1]): UnsentDraft[] {
  const store = useStore();
  const drafts = useLive(() => listUnsentDrafts(store, entity), [store, entity]);
  const here = useSyncExternalStore(subscribeOpenForms, openForms);
  const free = useFreeDrafts(store.userId, drafts);
  return (drafts ?? []).filter((draft) => isLeftOver(draft, here) && free.has(draft.key) && free.has(formKey(draft.key)));
}

/** The keys that no form holds. Checks again when a form releases one, and when the person returns to this tab. */
function useFreeDrafts(userId: string, drafts: readonly UnsentDraft[] | undefined): ReadonlySet<string> {
  const [free, setFree] = useState<ReadonlySet<string>>(new Set());
  const keys = [...new Set(drafts?.flatMap(({ key }) => [key, formKey(key)]))].join(' ');
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
        // The browser grants this lock once the form closes, in any tab.
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

/** The locks that forms hold. Empty if the browser can't list locks: an extra draft in the list does no harm. */
async function namesHeldByForms(): Promise<ReadonlySet<string | undefined>> {
  try {
    const { held = [] } = await navigator.locks.query();
    // Only forms hold shared locks. Exclusive locks are short requests of this list, or a recovery.
    return new Set(held.filter(({ mode }) => mode === 'shared').map(({ name }) => name));
  } catch {
    return new Set();
  }
}
