import { PERSON_STEPS } from './person-steps.ts';
import type { Step } from './step.ts';
import { FAULT_STEPS } from './fault-steps.ts';

export type StepName = keyof typeof PERSON_STEPS | keyof typeof FAULT_STEPS;

/** All steps by name. */
export const STEPS: Record<StepName, (step: Step) => Promise<unknown>> = { ...PERSON_STEPS, ...FAULT_STEPS };

export const STEP_NAMES = Object.keys(STEPS) as StepName[];
