import { and, eq } from 'drizzle-orm';
import { TOO_MANY_REPS } from '../contract/entities/set.ts';
import { SET_REPS_MAX } from '../contract/limits.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { cues, sets } from '../db/tables/training.ts';
import { Refusal } from '../errors.ts';
import { isTakenDown } from '../reports/taken-down.ts';
import { serializeSet } from '../serialize-rows.ts';
import type { MutationContext, MutationHandlers } from './mutation-handler.ts';
import { createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { arePartners } from './partners.ts';
import { mustBeOwnSession } from './references.ts';

const setKind: OwnedKind<'sets'> = {
  entity: 'sets',
  table: sets,
  serialize: serializeSet,
  extraColumns: () => ({}),
  async settle(context, row, before) {
    if (!before) await mustBeOwnSession(context, row.videoId);
    // The change alone is within the limit. What two devices added together is refused as a whole (R343).
    if (Math.max(row.reps.length, row.struck.length) > SET_REPS_MAX)
      throw new Refusal('invalid', TOO_MANY_REPS, { fields: { reps: TOO_MANY_REPS } });
    const isChosen = row.cueId !== null && row.cueId !== before?.cueId;
    return { row: isChosen && !(await isOwnCue(context, row.cueId)) ? { ...row, cueId: null } : row };
  },
  isVisible: async ({ tx, actor }, { videoId, ownerId }) =>
    !(await isTakenDown(tx, videoId)) && (await arePartners(tx, actor.userId, ownerId)),
  raise({ raise }, { ownerId, id }) {
    raise('own', ownerId, 'sets', id);
    raise('shown', ownerId, 'sets', id);
  },
};

/** A set without its cue keeps the exercise by its name, so an unknown cue is no reason to refuse what was trained. */
async function isOwnCue({ tx, actor }: MutationContext, cueId: string | null): Promise<boolean> {
  return cueId !== null && (await tx.$count(cues, and(eq(cues.id, cueId), eq(cues.ownerId, actor.userId)))) > 0;
}

export const setHandlers: MutationHandlers<'sets.create' | 'sets.update' | 'sets.delete' | 'sets.restore'> = {
  'sets.create': (context, payload) => createRow(context, setKind, MUTATIONS['sets.create'], payload),
  'sets.update': (context, payload) => updateRow(context, setKind, MUTATIONS['sets.update'], payload),
  'sets.delete': (context) => deleteRow(context, setKind, MUTATIONS['sets.delete']),
  'sets.restore': (context) => restoreRow(context, setKind, MUTATIONS['sets.restore']),
};
