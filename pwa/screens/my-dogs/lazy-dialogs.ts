import { lazy } from 'react';
import { usePrefetch } from '../../sync/use-prefetch.ts';

// Forms are larger than the list of dogs, so they load after it; offline, the precache has them.
const adding = async () => ({ default: (await import('./add-dog-dialog.tsx')).AddDogDialog });
const reading = async () => ({ default: (await import('./dog-profile-dialog.tsx')).DogProfileDialog });
const editing = async () => ({ default: (await import('./edit-dog-dialog.tsx')).EditDogDialog });
const progressing = async () => ({ default: (await import('../../progress/exercise-dialog.tsx')).ExerciseDialog });
const addingTrial = async () => ({ default: (await import('../../trials/add-trial-dialog.tsx')).AddTrialDialog });
const editingTrial = async () => ({ default: (await import('../../trials/edit-trial-dialog.tsx')).EditTrialDialog });
const all = () => Promise.all([adding(), reading(), editing(), progressing(), addingTrial(), editingTrial()]);

export const AddDogDialog = lazy(adding);
export const DogProfileDialog = lazy(reading);
export const ExerciseDialog = lazy(progressing);
export const EditDogDialog = lazy(editing);
export const AddTrialDialog = lazy(addingTrial);
export const EditTrialDialog = lazy(editingTrial);

/** Prefetches the dialogs after the list, so that the first tap opens one at once. */
export const usePrefetchedDialogs = (): void => usePrefetch(all);
