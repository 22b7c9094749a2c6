import { MUTATIONS } from '../contract/mutations.ts';
import { trials } from '../db/tables/training.ts';
import { serializeTrial } from '../serialize-rows.ts';
import type { MutationHandlers } from './mutation-handler.ts';
import { createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { arePartners } from './partners.ts';
import { mustBeOwnDog } from './references.ts';

const trialKind: OwnedKind<'trials'> = {
  entity: 'trials',
  table: trials,
  serialize: serializeTrial,
  extraColumns: () => ({}),
  async settle(context, row, before) {
    if (row.dogId && row.dogId !== before?.dogId) await mustBeOwnDog(context, row.dogId);
    return { row };
  },
  isVisible: async ({ tx, actor }, { ownerId, shownToPartners }) => shownToPartners && arePartners(tx, actor.userId, ownerId),
  raise: ({ raise }, { ownerId, id }) => raise('own', ownerId, 'trials', id),
  // A trial that was never shown leaves no entry in the partners' feed. One that is hidden again leaves it.
  async after({ raise }, { ownerId, id, shownToPartners, deletedAt }, before) {
    if (shownToPartners || before?.shownToPartners) raise('shown', ownerId, 'trials', id, !shownToPartners || deletedAt !== null);
  },
};

export const trialHandlers: MutationHandlers<'trials.create' | 'trials.update' | 'trials.delete' | 'trials.restore'> = {
  'trials.create': (context, payload) => createRow(context, trialKind, MUTATIONS['trials.create'], payload),
  'trials.update': (context, payload) => updateRow(context, trialKind, MUTATIONS['trials.update'], payload),
  'trials.delete': (context) => deleteRow(context, trialKind, MUTATIONS['trials.delete']),
  'trials.restore': (context) => restoreRow(context, trialKind, MUTATIONS['trials.restore']),
};
