import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type Cue, CueCreate } from '../../../api/contract/entities/cue.ts';
import type { Difficulty, Sport, Visibility } from '../../../api/contract/places-and-sports.ts';
import { listAsText } from '../../forms/list-as-text.ts';

/** Form values of the cue dialogs: the contract's fields as their inputs hold them. */
export interface CueForm {
  name: string;
  sport: string;
  difficulty: Difficulty;
  description: string;
  /** One per line. */
  steps: string;
  visibility: Visibility;
}

const { name, sport, difficulty, description, steps, visibility } = CueCreate.shape;

/** Uses the contract's rules and messages. Steps are typed as one text. */
const CueFormSchema = z.object({
  name,
  sport: z.nonoptional(sport),
  difficulty: z.nonoptional(difficulty),
  description: z.nonoptional(description),
  steps: listAsText(z.nonoptional(steps), (text) => stepsOf(text), 'Step'),
  visibility: z.nonoptional(visibility),
});

export const cueFormResolver = standardSchemaResolver<CueForm, unknown, CueForm>(CueFormSchema);

/** Defaults of a new cue (R58, R59). */
export const BLANK_CUE: CueForm = {
  name: '',
  sport: 'Obedience',
  difficulty: 'beginner',
  description: '',
  steps: '',
  visibility: 'private',
};

export const formOf = (cue: Cue): CueForm => ({
  name: cue.name,
  sport: cue.sport,
  difficulty: cue.difficulty,
  description: cue.description,
  steps: cue.steps.join('\n'),
  visibility: cue.visibility,
});

/** Splits the text on new lines, trims the steps and drops empty ones (R58, R59). */
export const stepsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((step) => step.trim())
    .filter((step) => step !== '');

export const payloadOf = (values: CueForm) => ({ ...values, sport: values.sport as Sport, steps: stepsOf(values.steps) });

/** Includes only changed fields, to keep another device's edits of the other fields. */
export function patchOf(values: CueForm, changed: readonly (keyof CueForm)[]) {
  return Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof CueForm)));
}
