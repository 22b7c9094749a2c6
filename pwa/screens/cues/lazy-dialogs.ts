import { lazy } from 'react';
import { usePrefetch } from '../../sync/use-prefetch.ts';

// Forms load after the cues, which need less code; offline, the precache has them.
const creating = async () => ({ default: (await import('./create-cue-dialog.tsx')).CreateCueDialog });
const editing = async () => ({ default: (await import('./edit-cue-dialog.tsx')).EditCueDialog });
const all = () => Promise.all([creating(), editing()]);

export const CreateCueDialog = lazy(creating);
export const EditCueDialog = lazy(editing);

/** Prefetches the forms after the cues, so that the first tap opens one at once. */
export const usePrefetchedDialogs = (): void => usePrefetch(all);
