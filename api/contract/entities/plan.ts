import * as z from 'zod/mini';
import { PLANNED_DONE_MAX, PLANNED_MAX, PLANNED_SESSIONS_MAX, TEXT_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { REP_ID } from '../reps.ts';
import { date, id, isDistinct, newRowId, stamp, text } from '../text.ts';
import { SetPatch, TrainingSet } from './set.ts';

const ofSet = {
  cueId: true,
  exercise: true,
  step: true,
  distanceM: true,
  durationS: true,
  count: true,
  countWord: true,
  distraction: true,
  hitMeans: true,
  repsAsked: true,
} as const;

/** One exercise of a plan, with the criterion of its set. */
export const PlannedExercise = z.extend(z.pick(TrainingSet, ofSet), {
  /** Eight characters, random; unique in its plan. */
  id: z.string(),
});
export type PlannedExercise = z.infer<typeof PlannedExercise>;

/** What a person means to train on a day. Only its owner sees it; a session comes of it when it is started. */
export const Plan = z.object({
  id,
  ownerId: id,
  dogId: z.nullable(id),
  /** YYYY-MM-DD, wherever the person is then. */
  day: z.string(),
  /** In order. */
  exercises: z.array(PlannedExercise),
  note: z.nullable(z.string()),
  /** Sessions that were made of it, on each day and device one. Only ever grows. */
  videoIds: z.array(id),
  /** What has been trained: ids of an exercise and of its set, with a space between. Only ever grows. */
  done: z.array(z.string()),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Plan = z.infer<typeof Plan>;

const DONE = /^[0-9a-z]{8} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const done = z.string().check(z.regex(DONE, 'Must be the ids of a planned exercise and of a set'));

const exerciseId = z.string().check(z.regex(REP_ID, 'Must be the id of a planned exercise'));

/** As a request has it: the criterion may be left out, and the exercise not. */
const PlannedInput = z.extend(z.pick(SetPatch, ofSet), {
  id: exerciseId,
  exercise: z.nonoptional(SetPatch.shape.exercise),
});

const fields = {
  dogId: z.nullable(id),
  day: date,
  exercises: z.array(PlannedInput).check(
    z.maxLength(PLANNED_MAX, `A plan holds at most ${PLANNED_MAX} exercises`),
    z.refine((list) => isDistinct(list.map((each) => each.id)), 'Each exercise only once'),
  ),
  note: z.nullable(text(TEXT_MAX)),
  videoIds: z.array(id).check(z.maxLength(PLANNED_SESSIONS_MAX), z.refine(isDistinct, 'Each session only once')),
  done: z.array(done).check(z.maxLength(PLANNED_DONE_MAX), z.refine(isDistinct, 'Each set only once')),
};

export const PlanCreate = z.extend(z.partial(z.object(fields)), { id: z.optional(newRowId), day: fields.day });
export type PlanCreate = z.infer<typeof PlanCreate>;

/** Values of the fields that a create leaves out. */
export const NEW_PLAN = { dogId: null, exercises: [], note: null, videoIds: [], done: [] };

export const PlanPatch = z.partial(z.object(fields));
export type PlanPatch = z.infer<typeof PlanPatch>;

export const PLAN_MERGE: Record<keyof PlanPatch, MergeKind> = {
  dogId: 'scalar',
  day: 'scalar',
  exercises: 'scalar',
  note: 'text',
  videoIds: 'grows',
  done: 'grows',
};
