import { lazy } from 'react';
import { usePrefetch } from '../sync/use-prefetch.ts';

const sharing = () => import('./share-dialog.tsx');

// A session's page is long without them.
export const ShareDialog = lazy(async () => ({ default: (await sharing()).ShareDialog }));
export const ShareDialogElsewhere = lazy(async () => ({ default: (await sharing()).ShareDialogElsewhere }));

/** Prefetches the dialogs after the first cards, so that the first tap opens one at once. */
export const usePrefetchedShareDialog = (): void => usePrefetch(sharing);
