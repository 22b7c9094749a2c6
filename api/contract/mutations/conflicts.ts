import { mutation } from '../call.ts';
import { noPayload } from './effects.ts';

export const CONFLICT_MUTATIONS = {
  'conflicts.settle': mutation({
    method: 'DELETE',
    path: '/api/conflicts/{id}',
    entity: 'conflicts',
    payload: noPayload,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),
} as const;
