import { lazy, useEffect } from 'react';
import { pageEndsSoon } from '../../components/page-ends-soon.ts';

// The forms weigh more than the log itself, so they load after its first cards; offline they come from the precache.
const adding = async () => ({ default: (await import('./add-session-dialog.tsx')).AddSessionDialog });
const editing = async () => ({ default: (await import('./edit-session-dialog.tsx')).EditSessionDialog });
const commenting = async () => ({ default: (await import('../../comments/comments-dialog.tsx')).CommentsDialog });
const sharing = async () => ({ default: (await import('../../sharing/share-dialog.tsx')).ShareDialog });

export const AddSessionDialog = lazy(adding);
export const EditSessionDialog = lazy(editing);
export const CommentsDialog = lazy(commenting);
export const ShareDialog = lazy(sharing);

/** Fetches the dialogs once the page has loaded and drawn, so that the first tap on one waits for nothing. */
export function usePrefetchedDialogs(): void {
  useEffect(() => {
    const fetchAll = () => {
      if (pageEndsSoon()) return;
      // Without a network and without a precache there is nothing to fetch yet; a tap tries again.
      Promise.all([adding(), editing(), commenting(), sharing()]).catch(() => undefined);
    };
    const timer = setTimeout(fetchAll, AFTER_FIRST_DRAWING_MS);
    return () => clearTimeout(timer);
  }, []);
}

const AFTER_FIRST_DRAWING_MS = 1500;
