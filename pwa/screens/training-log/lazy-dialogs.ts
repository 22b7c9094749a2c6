import { lazy } from 'react';
import { usePrefetch } from '../../sync/use-prefetch.ts';

// The forms are larger than the log itself, so they load after its first cards; offline, the precache has them.
const adding = async () => ({ default: (await import('./add-session-dialog.tsx')).AddSessionDialog });
const editing = async () => ({ default: (await import('./edit-session-dialog.tsx')).EditSessionDialog });
const commenting = async () => ({ default: (await import('../../comments/comments-dialog.tsx')).CommentsDialog });
const sharing = async () => ({ default: (await import('../../sharing/share-dialog.tsx')).ShareDialog });
const planning = async () => ({ default: (await import('../../plans/add-plan-dialog.tsx')).AddPlanDialog });
const editingPlan = async () => ({ default: (await import('../../plans/edit-plan-dialog.tsx')).EditPlanDialog });
const all = () => Promise.all([adding(), editing(), commenting(), sharing(), planning(), editingPlan()]);

export const AddPlanDialog = lazy(planning);
export const EditPlanDialog = lazy(editingPlan);
export const AddSessionDialog = lazy(adding);
export const EditSessionDialog = lazy(editing);
export const CommentsDialog = lazy(commenting);
export const ShareDialog = lazy(sharing);

/** Prefetches the dialogs after the first cards, so that the first tap opens one at once. */
export const usePrefetchedDialogs = (): void => usePrefetch(all);
