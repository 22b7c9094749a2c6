import { mutation } from '../call.ts';
import { DOG_MERGE, DogCreate, DogPatch, NEW_DOG } from '../entities/dog.ts';
import { created, deleted, moment, noPayload, patched, restored, withBase } from './effects.ts';

export const DOG_MUTATIONS = {
  'dogs.create': mutation({
    method: 'POST',
    path: '/api/dogs',
    entity: 'dogs',
    payload: DogCreate,
    effect: (_row, payload, context) => created(NEW_DOG, payload, context),
  }),
  'dogs.update': mutation({
    method: 'PATCH',
    path: '/api/dogs/{id}',
    entity: 'dogs',
    payload: withBase(DogPatch),
    merge: DOG_MERGE,
    effect: (row, patch, context) => patched(row, patch.retiredAt ? { ...patch, retiredAt: moment(patch.retiredAt) } : patch, context),
  }),
  'dogs.delete': mutation({
    method: 'DELETE',
    path: '/api/dogs/{id}',
    entity: 'dogs',
    payload: noPayload,
    effect: deleted,
  }),
  'dogs.restore': mutation({
    method: 'POST',
    path: '/api/dogs/{id}/restore',
    entity: 'dogs',
    payload: noPayload,
    effect: restored,
  }),
} as const;
