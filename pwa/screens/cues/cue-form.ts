import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type Cue, CuePatch, NEW_CUE } from '../../../api/contract/entities/cue.ts';
import { listAsText } from '../../forms/list-as-text.ts';
import { type TextInputs, textInputs } from '../../forms/text-inputs.ts';

// The form converts the steps. All other fields are typed or chosen as text.
const { steps, ...texts } = CuePatch.shape;
const inputs = textInputs(texts);

/** Form values of the cue dialogs: the contract's fields as their inputs hold them. */
export interface CueForm extends TextInputs<typeof texts> {
  /** One per line. */
  steps: string;
}

/** Uses the contract's rules and messages. Steps are typed as one text. */
const CueFormSchema = z.object({ ...inputs.schemas, steps: listAsText(z.nonoptional(steps), (text) => stepsOf(text), 'Step') });

export const cueFormResolver = standardSchemaResolver<CueForm, unknown, CueForm>(CueFormSchema);

/** Defaults of a new cue (R58, R59). */
export const BLANK_CUE: CueForm = { ...inputs.valuesOf(NEW_CUE), steps: '' };

export const formOf = (cue: Cue): CueForm => ({ ...inputs.valuesOf(cue), steps: cue.steps.join('\n') });

/** Splits the text on new lines, trims the steps and drops empty ones (R58, R59). */
export const stepsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((step) => step.trim())
    .filter((step) => step !== '');

export const payloadOf = (values: CueForm) => ({ ...inputs.payloadOf(values), steps: stepsOf(values.steps) });

/** Includes only changed fields, to keep another device's edits of the other fields. */
export function patchOf(values: CueForm, changed: readonly (keyof CueForm)[]) {
  return Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof CueForm)));
}
