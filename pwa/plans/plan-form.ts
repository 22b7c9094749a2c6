import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { PLANNED_MAX } from '../../api/contract/limits.ts';
import { NEW_PLAN, type Plan, PlanPatch, type PlannedExercise } from '../../api/contract/entities/plan.ts';
import type { Exercise } from '../../sync/queries/sets.ts';
import { optionalText } from '../forms/optional-text.ts';
import {
  BLANK_EXERCISE,
  EXERCISE_RULES,
  type ExerciseForm,
  formOf as exerciseFormOf,
  payloadOf as exercisePayload,
} from '../sets/exercise-form.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/** An exercise in the form of a plan. */
export interface PlannedEntry extends ExerciseForm {
  id: string;
  /** The cue that the plan names, and the exercise's name then. */
  named: { cueId: string | null; exercise: string };
}

export interface PlanForm {
  /** '' for no dog. */
  dogId: string;
  /** YYYY-MM-DD. */
  day: string;
  exercises: PlannedEntry[];
  note: string;
}

export const entryOf = (exercise: PlannedExercise): PlannedEntry => ({
  ...exerciseFormOf(exercise),
  id: exercise.id,
  named: { cueId: exercise.cueId, exercise: exercise.exercise },
});

export const formOf = ({ dogId, day, exercises, note }: Pick<Plan, 'dogId' | 'day' | 'exercises' | 'note'>): PlanForm => ({
  dogId: dogId ?? '',
  day,
  exercises: exercises.map(entryOf),
  note: note ?? '',
});

export const blankPlan = (day: string, dogId: string | null, exercises: readonly PlannedExercise[] = []): PlanForm =>
  formOf({ ...NEW_PLAN, day, dogId, exercises: [...exercises] });

export const blankPlanned = (id: string): PlannedEntry => ({ ...BLANK_EXERCISE, id, named: { cueId: null, exercise: '' } });

const isBlank = ({ id: _id, named: _named, ...fields }: PlannedEntry) => Object.values(fields).every((text: string) => text.trim() === '');

const Named = z.object({ cueId: z.nullable(z.string()), exercise: z.string() });

const Entry = z.object({ ...EXERCISE_RULES, exercise: z.string(), id: z.string(), named: Named }).check((context) => {
  if (isBlank(context.value)) return;
  const issue = z.safeParse(EXERCISE_RULES.exercise, context.value.exercise).error?.issues[0];
  if (issue) context.issues.push({ code: 'custom', input: context.value, path: ['exercise'], message: issue.message });
});

const { day, note } = PlanPatch.shape;

export const planFormResolver = standardSchemaResolver<PlanForm, unknown, PlanForm>(
  z.object({
    dogId: z.string(),
    day: z.nonoptional(day),
    exercises: z.array(Entry).check(z.maxLength(PLANNED_MAX, TEXTS.full)),
    note: optionalText(note),
  }),
);

/** Keeps the cue of an exercise that was not renamed: the cue may have another name by now. */
function plannedOf({ id, named, ...entry }: PlannedEntry, known: readonly Exercise[]) {
  const payload = exercisePayload(entry, known);
  return { ...payload, id, ...(payload.exercise === named.exercise && { cueId: named.cueId }) };
}

/** @param known the exercises that the form offered */
export function payloadOf(values: PlanForm, known: readonly Exercise[]) {
  return {
    dogId: values.dogId || null,
    day: values.day,
    exercises: values.exercises.filter((entry) => !isBlank(entry)).map((entry) => plannedOf(entry, known)),
    note: values.note.trim() || null,
  };
}

/** Includes only changed fields, to keep another device's edits of the other fields. */
export const patchOf = (values: PlanForm, changed: readonly (keyof PlanForm)[], known: readonly Exercise[]): PlanPatch =>
  Object.fromEntries(Object.entries(payloadOf(values, known)).filter(([field]) => changed.includes(field as keyof PlanForm)));
