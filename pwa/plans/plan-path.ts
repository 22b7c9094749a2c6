import { DIALOG_PARAM } from '../components/use-dialog-route.ts';
import { likeParams, type Measures } from '../field/like-params.ts';

/** Name of the dialog of the log that makes a plan, and its parameters. */
export const ADD_PLAN = 'add-plan';
export const PLAN_KEYS = ['draft', 'planDog', 'program', 'like', 'distanceM', 'durationS', 'count', 'distraction'] as const;

const pathOf = (params: Record<string, string>) => `/?${new URLSearchParams({ [DIALOG_PARAM]: ADD_PLAN, ...params }).toString()}`;

/** The log with the dialog that plans for a dog. */
export const planDogPath = (dogId: string): string => pathOf({ planDog: dogId });

/** The log with the dialog that plans the cues of a program. */
export const planProgramPath = (programId: string): string => pathOf({ program: programId });

/** The log with the dialog that plans the exercise of a set with these measures. */
export const planSetPath = (setId: string, measures: Measures): string => pathOf(likeParams(setId, measures));
