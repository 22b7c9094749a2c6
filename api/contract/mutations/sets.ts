import { mutation } from '../call.ts';
import { NEW_SET, SET_MERGE, SetCreate, SetPatch } from '../entities/set.ts';
import { created, deleted, moment, noPayload, patched, restored, withBase } from './effects.ts';

export const SET_MUTATIONS = {
  'sets.create': mutation({
    method: 'POST',
    path: '/api/sets',
    entity: 'sets',
    payload: SetCreate,
    effect: (_row, payload, context) => ({
      ...created(NEW_SET, payload, context),
      startedAt: moment(payload.startedAt ?? context.now),
    }),
  }),
  'sets.update': mutation({
    method: 'PATCH',
    path: '/api/sets/{id}',
    entity: 'sets',
    payload: withBase(SetPatch),
    merge: SET_MERGE,
    effect: (row, patch, context) => patched(row, patch.startedAt ? { ...patch, startedAt: moment(patch.startedAt) } : patch, context),
  }),
  'sets.delete': mutation({
    method: 'DELETE',
    path: '/api/sets/{id}',
    entity: 'sets',
    payload: noPayload,
    effect: deleted,
  }),
  'sets.restore': mutation({
    method: 'POST',
    path: '/api/sets/{id}/restore',
    entity: 'sets',
    payload: noPayload,
    effect: restored,
  }),
} as const;
