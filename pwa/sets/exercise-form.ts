import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { SetPatch } from '../../api/contract/entities/set.ts';
import { searchText } from '../../api/contract/search-text.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Exercise } from '../../sync/queries/sets.ts';
import { newRep } from './new-rep.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';
import { repsOfResult } from './typed-result.ts';

/** The fields of 'Add exercise', as their inputs hold them. */
export interface ExerciseForm {
  exercise: string;
  distance: string;
  hitMeans: string;
  result: string;
}

export const BLANK_EXERCISE: ExerciseForm = { exercise: '', distance: '', hitMeans: '', result: '' };

const { exercise, distanceM, hitMeans } = SetPatch.shape;
/** Trainers outside England type a decimal comma. */
const metresOf = (text: string) => Number(text.trim().replace(',', '.'));
const isDistance = (text: string) => text.trim() === '' || z.safeParse(distanceM, metresOf(text)).success;
const isResult = (text: string) => text.trim() === '' || repsOfResult(text) !== null;

const Schema = z.object({
  exercise: z.nonoptional(exercise),
  distance: z.string().check(z.refine(isDistance, TEXTS.badDistance)),
  hitMeans: z.string().check(z.refine((text) => z.safeParse(hitMeans, text).success, 'At most 500 characters')),
  result: z.string().check(z.refine(isResult, TEXTS.badResult)),
});

export const exerciseFormResolver = standardSchemaResolver<ExerciseForm, unknown, ExerciseForm>(Schema);

/** What the form says of a new set. @param known the exercises that the form offered */
export function setOf(values: ExerciseForm, known: readonly Exercise[], ports: Pick<Ports, 'newId'>) {
  const kinds = repsOfResult(values.result);
  const folded = searchText(values.exercise);
  return {
    exercise: values.exercise.trim(),
    cueId: known.find(({ name }) => searchText(name) === folded)?.cueId ?? null,
    distanceM: values.distance.trim() === '' ? null : metresOf(values.distance),
    hitMeans: values.hitMeans.trim() === '' ? null : values.hitMeans.trim(),
    ...(kinds && { reps: kinds.map((kind) => newRep(ports, kind, null)), repsAsked: kinds.length }),
  };
}
