import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { NEW_TRIAL, type Trial, TrialPatch } from '../../api/contract/entities/trial.ts';
import { numberOf } from '../forms/number-of.ts';
import { type TextInputs, textInputs } from '../forms/text-inputs.ts';

// The form converts the points and has a switch. All other fields are typed or chosen as text.
const { points, shownToPartners, ...texts } = TrialPatch.shape;
const inputs = textInputs(texts);

export interface TrialForm extends TextInputs<typeof texts> {
  points: string;
  shownToPartners: boolean;
}

const Points = z.string().check((context) => {
  for (const { message } of z.safeParse(points, numberOf(context.value)).error?.issues ?? [])
    context.issues.push({ code: 'custom', message, input: context.value });
});

export const trialFormResolver = standardSchemaResolver<TrialForm, unknown, TrialForm>(
  z.object({
    ...inputs.schemas,
    points: Points,
    shownToPartners: z.nonoptional(shownToPartners),
  }),
);

export const formOf = (trial: Pick<Trial, keyof typeof texts | 'points' | 'shownToPartners'>): TrialForm => ({
  ...inputs.valuesOf(trial),
  points: trial.points === null ? '' : String(trial.points),
  shownToPartners: trial.shownToPartners,
});

export const blankTrial = (dogId: string): TrialForm => formOf({ ...NEW_TRIAL, name: '', day: '', dogId });

export const payloadOf = ({ points: typed, shownToPartners: shown, ...values }: TrialForm) => ({
  ...inputs.payloadOf(values),
  points: numberOf(typed),
  shownToPartners: shown,
});

/** Includes only changed fields, to keep another device's edits of the other fields. */
export const patchOf = (values: TrialForm, changed: readonly (keyof TrialForm)[]): TrialPatch =>
  Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof TrialForm)));
