import { mutation } from '../call.ts';
import { nothing } from './effects.ts';

export const CONFLICT_MUTATIONS = {
  'conflicts.settle': mutation({
    method: 'DELETE',
    path: '/api/conflicts/{id}',
    summary: 'Settle a conflict: the value that stands is right',
    entity: 'conflicts',
    payload: nothing,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),
} as const;
