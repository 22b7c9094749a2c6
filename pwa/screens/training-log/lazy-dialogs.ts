import { lazy, useEffect } from 'react';
import { pageEndsSoon } from '../../components/page-ends-soon.ts';
import { afterFirstCards } from '../../sync/first-cards.ts';

// The forms are larger than the log itself, so they load after its first cards; offline, the precache has them.
const adding = async () => ({ default: (await import('./add-session-dialog.tsx')).AddSessionDialog });
const editing = async () => ({ default: (await import('./edit-session-dialog.tsx')).EditSessionDialog });
const commenting = async () => ({ default: (await import('../../comments/comments-dialog.tsx')).CommentsDialog });
const sharing = async () => ({ default: (await import('../../sharing/share-dialog.tsx')).ShareDialog });

export const AddSessionDialog = lazy(adding);
export const EditSessionDialog = lazy(editing);
export const CommentsDialog = lazy(commenting);
export const ShareDialog = lazy(sharing);

/** Prefetches the dialogs after the first cards, so that the first tap opens one at once. */
export function usePrefetchedDialogs(): void {
  useEffect(() => {
    const fetchAll = () => {
      if (pageEndsSoon()) return;
      // Offline without a precache, this fails; a tap tries again.
      Promise.all([adding(), editing(), commenting(), sharing()]).catch(() => undefined);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = afterFirstCards(() => (timer = setTimeout(fetchAll, LATER_MS)));
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
}

/** Extra delay, so that the engine's worker loads first. */
const LATER_MS = 500;
