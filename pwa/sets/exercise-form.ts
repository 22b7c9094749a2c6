import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type SetCreate, SetPatch, type TrainingSet } from '../../api/contract/entities/set.ts';
import { REPS_ASKED_MAX, SET_REPS_MAX } from '../../api/contract/limits.ts';
import { hitsIn, standingReps } from '../../api/contract/reps.ts';
import { searchText } from '../../api/contract/search-text.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Exercise, SetCard } from '../../sync/queries/sets.ts';
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

/** An exercise in the form of a new session, counted there before the session exists. */
export interface ExerciseEntry extends ExerciseForm, Pick<TrainingSet, 'id' | 'reps' | 'struck'> {
  /** The parts of the criterion that the form has no inputs for, as 'Same as last time' brought them. */
  rest: Pick<TrainingSet, 'step' | 'durationS' | 'count' | 'countWord' | 'distraction'>;
}

const NO_REST = { step: null, durationS: null, count: null, countWord: null, distraction: null };

export const blankEntry = (ports: Pick<Ports, 'newId'>): ExerciseEntry => ({
  ...BLANK_EXERCISE,
  id: ports.newId(),
  reps: [],
  struck: [],
  rest: NO_REST,
});

/** The exercise of an earlier set with its criterion, not counted yet. */
export const entryLike = (
  { exercise: name, distanceM: metres, hitMeans: means, step, durationS, count, countWord, distraction }: TrainingSet,
  ports: Pick<Ports, 'newId'>,
): ExerciseEntry => ({
  ...blankEntry(ports),
  exercise: name,
  distance: metres === null ? '' : String(metres),
  hitMeans: means ?? '',
  rest: { step, durationS, count, countWord, distraction },
});

/** The criterion of an entry; without a distance that is not a number yet. */
export const criterionOf = ({ distance, hitMeans: means, rest }: ExerciseEntry) => ({
  ...rest,
  distanceM: distance.trim() !== '' && isDistance(distance) ? metresOf(distance) : null,
  hitMeans: means.trim() || null,
});

/** Nothing was typed or counted: the form drops it. */
const isBlank = ({ exercise: name, distance, hitMeans: means, result, reps }: ExerciseEntry) =>
  reps.length === 0 && [name, distance, means, result].every((text) => text.trim() === '');

export const EntrySchema: z.ZodMiniType<ExerciseEntry, ExerciseEntry> = z
  .object({
    ...Schema.shape,
    exercise: z.string(),
    id: z.string(),
    reps: z.array(z.string()),
    struck: z.array(z.string()),
    rest: z.custom<ExerciseEntry['rest']>(),
  })
  .check((context) => {
    if (isBlank(context.value)) return;
    const issue = z.safeParse(Schema.shape.exercise, context.value.exercise).error?.issues[0];
    if (issue) context.issues.push({ code: 'custom', input: context.value, path: ['exercise'], message: issue.message });
  });

/** The set of an entry as the log will show it. */
export function cardOf(entry: ExerciseEntry): Pick<SetCard, 'reps' | 'hits' | 'sync'> {
  const typed = repsOfResult(entry.result) ?? [];
  const reps = [
    ...standingReps(entry),
    ...typed.map((kind, place) => ({ id: `typed ${place}`, kind, at: null, filmMs: null, latencyMs: null })),
  ];
  return { reps, hits: hitsIn(reps.map(({ kind }) => kind)), sync: { state: 'saved' } };
}

/** The sets of a new session, in order. @param known the exercises that the form offered */
export const setsOf = (
  entries: readonly ExerciseEntry[],
  videoId: string,
  known: readonly Exercise[],
  ports: Pick<Ports, 'newId'>,
): (SetCreate & { id: string })[] =>
  entries
    .filter((entry) => !isBlank(entry))
    .map((entry, position) => {
      const { reps: typed = [], ...set } = setOf(entry, known, ports);
      const done = cardOf(entry).reps.length;
      return {
        ...entry.rest,
        ...set,
        id: entry.id,
        videoId,
        position,
        reps: [...entry.reps, ...typed],
        struck: entry.struck,
        ...(done > 0 && { repsAsked: Math.min(done, REPS_ASKED_MAX) }),
      };
    });

/** Whether one more rep fits into the set. */
export const hasRoom = (entry: ExerciseEntry) => entry.reps.length + (repsOfResult(entry.result)?.length ?? 0) < SET_REPS_MAX;

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
