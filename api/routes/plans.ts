import { isOnlyNoted } from '../contract/planned.ts';
import { PLANNED_DONE_MAX, PLANNED_SESSIONS_MAX } from '../contract/limits.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { plans } from '../db/tables/training.ts';
import { Refusal } from '../errors.ts';
import { serializePlan } from '../serialize-rows.ts';
import type { MutationHandlers } from './mutation-handler.ts';
import { createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { mustBeOwnDog } from './references.ts';

const planKind: OwnedKind<'plans'> = {
  entity: 'plans',
  table: plans,
  serialize: serializePlan,
  extraColumns: () => ({}),
  async settle(context, row, before) {
    if (row.done.length > PLANNED_DONE_MAX) throw new Refusal('invalid', `A plan holds at most ${PLANNED_DONE_MAX} sets that were done`);
    if (row.videoIds.length > PLANNED_SESSIONS_MAX) throw new Refusal('invalid', `A plan holds at most ${PLANNED_SESSIONS_MAX} sessions`);
    if (row.dogId && row.dogId !== before?.dogId) await mustBeOwnDog(context, row.dogId);
    return { row };
  },
  // What was trained of it counts when it is restored (R360).
  changesDeleted: isOnlyNoted,
  isVisible: async () => false,
  raise: ({ raise }, { ownerId, id }) => raise('own', ownerId, 'plans', id),
};

export const planHandlers: MutationHandlers<'plans.create' | 'plans.update' | 'plans.delete' | 'plans.restore'> = {
  'plans.create': (context, payload) => createRow(context, planKind, MUTATIONS['plans.create'], payload),
  'plans.update': (context, payload) => updateRow(context, planKind, MUTATIONS['plans.update'], payload),
  'plans.delete': (context) => deleteRow(context, planKind, MUTATIONS['plans.delete']),
  'plans.restore': (context) => restoreRow(context, planKind, MUTATIONS['plans.restore']),
};
