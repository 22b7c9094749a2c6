import { mutation } from '../call.ts';
import { NEW_TRIAL, TRIAL_MERGE, TrialCreate, TrialPatch } from '../entities/trial.ts';
import { created, deleted, noPayload, patched, restored, withBase } from './effects.ts';

export const TRIAL_MUTATIONS = {
  'trials.create': mutation({
    method: 'POST',
    path: '/api/trials',
    entity: 'trials',
    payload: TrialCreate,
    effect: (_row, payload, context) => created(NEW_TRIAL, payload, context),
  }),
  'trials.update': mutation({
    method: 'PATCH',
    path: '/api/trials/{id}',
    entity: 'trials',
    payload: withBase(TrialPatch),
    merge: TRIAL_MERGE,
    effect: patched,
  }),
  'trials.delete': mutation({
    method: 'DELETE',
    path: '/api/trials/{id}',
    entity: 'trials',
    payload: noPayload,
    effect: deleted,
  }),
  'trials.restore': mutation({
    method: 'POST',
    path: '/api/trials/{id}/restore',
    entity: 'trials',
    payload: noPayload,
    effect: restored,
  }),
} as const;
