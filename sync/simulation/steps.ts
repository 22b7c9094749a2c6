import { PERSON_STEPS } from './person-steps.ts';
import type { Step } from './step.ts';
import { TROUBLE_STEPS } from './trouble-steps.ts';

export type StepName = keyof typeof PERSON_STEPS | keyof typeof TROUBLE_STEPS;

/** All steps by name. */
export const STEPS: Record<StepName, (step: Step) => Promise<unknown>> = { ...PERSON_STEPS, ...TROUBLE_STEPS };

export const STEP_NAMES = Object.keys(STEPS) as StepName[];
