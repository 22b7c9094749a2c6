import { mutation } from '../call.ts';
import { noPayload } from './effects.ts';

export const CONFLICT_MUTATIONS = {
  'conflicts.settle': mutation({
    method: 'DELETE',
    path: '/api/conflicts/{id}',
    summary: 'Settle a conflict: the value that stands is right',
    entity: 'conflicts',
    payload: noPayload,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),
} as const;
