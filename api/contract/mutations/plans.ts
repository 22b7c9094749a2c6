import { mutation } from '../call.ts';
import { NEW_PLAN, PLAN_MERGE, PlanCreate, type PlannedExercise, PlanPatch } from '../entities/plan.ts';
import { NEW_SET } from '../entities/set.ts';
import { created, deleted, noPayload, patched, restored, withBase, withoutUndefined } from './effects.ts';

type Given = NonNullable<PlanPatch['exercises']>;

const { reps: _reps, struck: _struck, position: _position, ...CRITERION } = NEW_SET;
/** Planned exercises with the values that a request left out. */
const whole = (given: Given): PlannedExercise[] => given.map((each) => ({ ...CRITERION, ...withoutUndefined(each) }));
const wholeOf = <Payload extends { exercises?: Given | undefined }>(payload: Payload) =>
  payload.exercises ? { ...payload, exercises: whole(payload.exercises) } : payload;

export const PLAN_MUTATIONS = {
  'plans.create': mutation({
    method: 'POST',
    path: '/api/plans',
    entity: 'plans',
    payload: PlanCreate,
    effect: (_row, payload, context) => created(NEW_PLAN, wholeOf(payload), context),
  }),
  'plans.update': mutation({
    method: 'PATCH',
    path: '/api/plans/{id}',
    entity: 'plans',
    payload: withBase(PlanPatch),
    merge: PLAN_MERGE,
    effect: (row, patch, context) => patched(row, wholeOf(patch), context),
  }),
  'plans.delete': mutation({
    method: 'DELETE',
    path: '/api/plans/{id}',
    entity: 'plans',
    payload: noPayload,
    effect: deleted,
  }),
  'plans.restore': mutation({
    method: 'POST',
    path: '/api/plans/{id}/restore',
    entity: 'plans',
    payload: noPayload,
    effect: restored,
  }),
} as const;
