import * as z from 'zod/mini';
import {
  COUNT_WORD_MAX,
  DURATION_MAX_SECONDS,
  NAME_MAX,
  REPS_ASKED_MAX,
  SET_COUNT_MAX,
  SET_DISTANCE_MAX,
  SET_REPS_MAX,
  SETS_MAX,
  STEP_MAX,
} from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { REP, REP_ID } from '../reps.ts';
import { id, isDistinct, moment, newRowId, requiredText, stamp, text } from '../text.ts';

export const DISTRACTIONS = ['none', 'low', 'medium', 'high'] as const;

/** A set: repetitions of one exercise in one session. Its dog is the session's dog. */
export const TrainingSet = z.object({
  id,
  ownerId: id,
  videoId: id,
  /** The exercise's cue, which may be gone meanwhile; null for a free name. */
  cueId: z.nullable(id),
  /** The free name, or the name that the cue had. */
  exercise: z.string(),
  /** Step of the cue, as text. */
  step: z.nullable(z.string()),
  /** The criterion: metres, seconds, a count with its word ('20 paces'), distraction, and what counts as a hit. */
  distanceM: z.nullable(z.number()),
  durationS: z.nullable(z.number()),
  count: z.nullable(z.int()),
  countWord: z.nullable(z.string()),
  distraction: z.nullable(z.enum(DISTRACTIONS)),
  hitMeans: z.nullable(z.string()),
  /** How many reps the trainer asked for. */
  repsAsked: z.int(),
  startedAt: stamp,
  /** Place among the sets of the session, from 0. */
  position: z.int(),
  /** One text a rep (`reps.ts`). Only ever grows. */
  reps: z.array(z.string()),
  /** Ids of reps that were undone. Only ever grows. */
  struck: z.array(z.string()),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type TrainingSet = z.infer<typeof TrainingSet>;

// Built lazily, as in `text.ts`.
const atMost = (max: number) => ({ error: () => `At most ${max.toLocaleString('en-GB')}` });
const number = (max: number) => z.number('Must be a number').check(z.gte(0, 'Must not be negative'), z.lte(max, atMost(max)));
const whole = (least: number, max: number) =>
  z.int('Must be a whole number').check(z.gte(least, `At least ${least}`), z.lte(max, atMost(max)));

export const TOO_MANY_REPS = `A set holds at most ${SET_REPS_MAX} repetitions`;
const list = <Item extends z.ZodMiniType<string>>(item: Item) =>
  z.array(item).check(z.maxLength(SET_REPS_MAX, TOO_MANY_REPS), z.refine(isDistinct, 'Each repetition only once'));

const fields = {
  cueId: z.nullable(id),
  exercise: requiredText(NAME_MAX, 'Please enter an exercise'),
  step: z.nullable(text(STEP_MAX)),
  distanceM: z.nullable(number(SET_DISTANCE_MAX)),
  durationS: z.nullable(number(DURATION_MAX_SECONDS)),
  count: z.nullable(whole(0, SET_COUNT_MAX)),
  countWord: z.nullable(text(COUNT_WORD_MAX)),
  distraction: z.nullable(z.enum(DISTRACTIONS)),
  hitMeans: z.nullable(text(STEP_MAX)),
  repsAsked: whole(1, REPS_ASKED_MAX),
  startedAt: moment,
  position: whole(0, SETS_MAX),
  reps: list(z.string().check(z.regex(REP, 'Must be a repetition'))),
  struck: list(z.string().check(z.regex(REP_ID, 'Must be the id of a repetition'))),
};

export const SetCreate = z.extend(z.partial(z.object(fields)), { id: z.optional(newRowId), videoId: id, exercise: fields.exercise });
export type SetCreate = z.infer<typeof SetCreate>;

/** Values of the fields that a create leaves out. */
export const NEW_SET = {
  cueId: null,
  step: null,
  distanceM: null,
  durationS: null,
  count: null,
  countWord: null,
  distraction: null,
  hitMeans: null,
  repsAsked: 5,
  position: 0,
  reps: [],
  struck: [],
};

export const SetPatch = z.partial(z.object(fields));
export type SetPatch = z.infer<typeof SetPatch>;

export const SET_MERGE: Record<keyof SetPatch, MergeKind> = {
  cueId: 'scalar',
  exercise: 'scalar',
  step: 'scalar',
  distanceM: 'scalar',
  durationS: 'scalar',
  count: 'scalar',
  countWord: 'scalar',
  distraction: 'scalar',
  hitMeans: 'scalar',
  repsAsked: 'scalar',
  startedAt: 'scalar',
  position: 'scalar',
  reps: 'grows',
  struck: 'grows',
};
