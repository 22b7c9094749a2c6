import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { NEW_SET, type SetPatch } from '../../api/contract/entities/set.ts';
import type { Exercise } from '../../sync/queries/sets.ts';
import { type Amount, AMOUNTS, EXERCISE_RULES, type ExerciseForm, payloadOf } from './exercise-form.ts';

export const exerciseFormResolver = standardSchemaResolver<ExerciseForm, unknown, ExerciseForm>(z.object(EXERCISE_RULES));

/** Includes only changed fields, to keep another device's edits of the other fields. */
export function patchOf(values: ExerciseForm, changed: readonly (keyof ExerciseForm)[], known: readonly Exercise[]): SetPatch {
  const { cueId, ...payload } = { repsAsked: NEW_SET.repsAsked, ...payloadOf(values, known) };
  const fields = changed.map((input): string => (input in AMOUNTS ? AMOUNTS[input as Amount] : input));
  const patch = Object.fromEntries(Object.entries(payload).filter(([field]) => fields.includes(field)));
  return { ...patch, ...(changed.includes('exercise') && { cueId }) };
}
