import * as z from 'zod/mini';
import { NEW_SET, type SetCreate, SetPatch, type TrainingSet } from '../../api/contract/entities/set.ts';
import { REPS_ASKED_MAX } from '../../api/contract/limits.ts';
import { hitsIn, standingReps } from '../../api/contract/reps.ts';
import { searchText } from '../../api/contract/search-text.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Exercise, SetCard } from '../../sync/queries/sets.ts';
import { numberOf } from '../forms/number-of.ts';
import { type TextInputs, textInputs } from '../forms/text-inputs.ts';
import { newRep } from './new-rep.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';
import { repsOfResult } from './typed-result.ts';

const { exercise, step, countWord, hitMeans, distraction } = SetPatch.shape;
const texts = { exercise, step, countWord, hitMeans };
const inputs = textInputs(texts);
/** The inputs that hold numbers, with their fields. Drafts of earlier builds have `distance`, so that name must stay. */
export const AMOUNTS = { distance: 'distanceM', durationS: 'durationS', count: 'count', repsAsked: 'repsAsked' } as const;
export type Amount = keyof typeof AMOUNTS;
const AMOUNT_INPUTS = Object.keys(AMOUNTS) as Amount[];
const ruleOf = (input: Amount) => SetPatch.shape[AMOUNTS[input]];

/** The fields of an exercise, as their inputs hold them. */
export interface ExerciseForm extends TextInputs<typeof texts>, Record<Amount, string> {
  /** One of DISTRACTIONS; '' for any. */
  distraction: string;
  /** Hits of reps that were counted elsewhere, such as '4/5'. */
  result: string;
}

/** The number that an input holds; null if it is blank or not valid. */
const amountOf = (values: Pick<ExerciseForm, Amount>, input: Amount): number | null =>
  z.safeParse(ruleOf(input), numberOf(values[input])).data ?? null;

const amountInput = (input: Amount) =>
  z.string().check((context) => {
    const number = numberOf(context.value);
    if (number === null) return;
    for (const { message } of z.safeParse(ruleOf(input), number).error?.issues ?? [])
      context.issues.push({ code: 'custom', message, input: context.value, continue: true });
  });

/** The contract's rules and messages, by input. */
export const EXERCISE_RULES = {
  ...inputs.schemas,
  distance: amountInput('distance'),
  durationS: amountInput('durationS'),
  count: amountInput('count'),
  repsAsked: amountInput('repsAsked'),
  distraction: z.string(),
  result: z.string().check(z.refine((text) => text.trim() === '' || repsOfResult(text) !== null, TEXTS.badResult)),
};

/** The form of a set, without reps: a form adds those that were counted elsewhere. */
export function formOf(set: Pick<TrainingSet, keyof typeof texts | (typeof AMOUNTS)[Amount] | 'distraction'>): ExerciseForm {
  return {
    ...inputs.valuesOf(set),
    ...(Object.fromEntries(AMOUNT_INPUTS.map((input) => [input, String(set[AMOUNTS[input]] ?? '')])) as Record<Amount, string>),
    distraction: set.distraction ?? '',
    result: '',
  };
}

/** Leaves open how many reps are planned: they are as many as were counted, or else five. */
export const BLANK_EXERCISE: ExerciseForm = { ...formOf({ ...NEW_SET, exercise: '' }), repsAsked: '' };

/** The criterion of a form; without a number that is not valid yet. */
export function criterionOf(values: ExerciseForm) {
  return {
    step: values.step.trim() || null,
    countWord: values.countWord.trim() || null,
    hitMeans: values.hitMeans.trim() || null,
    distanceM: amountOf(values, 'distance'),
    durationS: amountOf(values, 'durationS'),
    count: amountOf(values, 'count'),
    distraction: z.safeParse(distraction, values.distraction).data ?? null,
  };
}

/** What the form says of a set. @param known the exercises that the form offered */
export function payloadOf(values: ExerciseForm, known: readonly Exercise[]) {
  const asked = amountOf(values, 'repsAsked');
  return {
    ...criterionOf(values),
    exercise: values.exercise.trim(),
    cueId: exerciseNamed(known, values.exercise)?.cueId ?? null,
    ...(asked !== null && { repsAsked: asked }),
  };
}

/** The new set of a form, with the reps that were counted elsewhere. @param known the exercises that the form offered */
export function setOf(values: ExerciseForm, known: readonly Exercise[], ports: Pick<Ports, 'newId'>) {
  const kinds = repsOfResult(values.result);
  return {
    ...(kinds && { reps: kinds.map((kind) => newRep(ports, kind, null)), repsAsked: kinds.length }),
    ...payloadOf(values, known),
  };
}

export const exerciseNamed = (known: readonly Exercise[], name: string): Exercise | undefined =>
  known.find((one) => searchText(one.name) === searchText(name));

/** The step after another exercise was chosen: steps belong to one cue. */
export const stepIn = (known: readonly Exercise[], name: string, step: string): string =>
  exerciseNamed(known, name)?.steps.includes(step) ? step : '';

/** An exercise in the form of a new session, counted there before the session exists. */
export interface ExerciseEntry extends ExerciseForm, Pick<TrainingSet, 'id' | 'reps' | 'struck'> {}

export const blankEntry = (ports: Pick<Ports, 'newId'>, values: Partial<ExerciseForm> = {}): ExerciseEntry => ({
  ...BLANK_EXERCISE,
  ...values,
  id: ports.newId(),
  reps: [],
  struck: [],
});

/** The exercise of an earlier set with its criterion, not counted yet. */
export const entryLike = (set: TrainingSet, ports: Pick<Ports, 'newId'>): ExerciseEntry =>
  blankEntry(ports, { ...formOf(set), repsAsked: '' });

/** Nothing was typed, chosen or counted: the form drops it. */
const isBlank = (entry: ExerciseEntry) =>
  entry.reps.length === 0 && Object.keys(BLANK_EXERCISE).every((field) => entry[field as keyof ExerciseForm].trim() === '');

type DraftEntry = Partial<ExerciseForm> & Pick<ExerciseEntry, 'id' | 'reps' | 'struck'> & { rest?: Partial<TrainingSet> };

/** The entry of a draft. Earlier builds stored the parts of the criterion that their form had no inputs for as `rest`. */
export const completeEntry = ({ rest = {}, ...entry }: DraftEntry): ExerciseEntry => ({
  ...formOf({ ...NEW_SET, exercise: '', ...rest }),
  repsAsked: '',
  ...entry,
});

export const EntrySchema: z.ZodMiniType<ExerciseEntry, ExerciseEntry> = z
  .object({ ...EXERCISE_RULES, exercise: z.string(), id: z.string(), reps: z.array(z.string()), struck: z.array(z.string()) })
  .check((context) => {
    if (isBlank(context.value)) return;
    const issue = z.safeParse(EXERCISE_RULES.exercise, context.value.exercise).error?.issues[0];
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
      const asked = amountOf(entry, 'repsAsked') ?? done;
      return {
        ...set,
        id: entry.id,
        videoId,
        position,
        reps: [...entry.reps, ...typed],
        struck: entry.struck,
        ...(asked > 0 && { repsAsked: Math.min(asked, REPS_ASKED_MAX) }),
      };
    });
