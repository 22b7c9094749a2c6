import { and, eq, isNull } from 'drizzle-orm';
import type { ProgramCueAdd } from '../contract/entities/program.ts';
import { PROGRAM_CUES_MAX } from '../contract/limits.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { cues, programs } from '../db/tables/training.ts';
import { Refusal } from '../errors.ts';
import { serializeProgram } from '../serialize-rows.ts';
import { LIVE_CUES, withoutDeleted } from './live-cues.ts';
import { type MutationContext, type MutationHandlers, pathId } from './mutation-handler.ts';
import { applyToRow, createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { mustBeOwnDog } from './references.ts';

const programKind: OwnedKind<'programs'> = {
  entity: 'programs',
  table: programs,
  serialize: serializeProgram,
  extraColumns: () => ({}),
  async settle(context, row, before) {
    const grows = row.cues.length > (before?.cues.length ?? 0);
    if (grows && row.cues.length > PROGRAM_CUES_MAX) throw new Refusal('invalid', `A program holds at most ${PROGRAM_CUES_MAX} cues`);
    const held = new Set(before?.cues.map(({ cueId }) => cueId));
    for (const { cueId } of row.cues) {
      if (!held.has(cueId)) await mustBeOwnCue(context, cueId);
    }
    if (row.dogId === (before?.dogId ?? null)) return { row };
    if (row.dogId && (await mustBeOwnDog(context, row.dogId)) === 'deleted') {
      return { row: { ...row, dogId: null }, columns: { formerDogId: row.dogId } };
    }
    return { row, columns: { formerDogId: null } };
  },
  isVisible: async () => false,
  raise: ({ raise }, { ownerId, id }) => raise('own', ownerId, 'programs', id),
};

export const programHandlers: MutationHandlers<
  | 'programs.create'
  | 'programs.update'
  | 'programs.delete'
  | 'programs.restore'
  | 'programs.addCue'
  | 'programs.orderCues'
  | 'programs.removeCue'
> = {
  'programs.create': (context, payload) => createRow(context, programKind, MUTATIONS['programs.create'], payload),
  'programs.update': (context, payload) => updateRow(context, programKind, MUTATIONS['programs.update'], payload),
  'programs.delete': (context) => deleteRow(context, programKind, MUTATIONS['programs.delete']),
  'programs.restore': (context) => restoreRow(context, programKind, MUTATIONS['programs.restore']),
  'programs.addCue': async (context, payload) =>
    applyToRow(context, programKind, MUTATIONS['programs.addCue'], await amongAllCues(context, payload)),
  'programs.orderCues': (context, payload) => applyToRow(context, programKind, MUTATIONS['programs.orderCues'], payload),
  'programs.removeCue': (context) => applyToRow(context, programKind, MUTATIONS['programs.removeCue'], undefined),
};

/** Converts an index that callers count without deleted cues, as GET lists them, to one among all cues. Locks the program. */
async function amongAllCues(context: MutationContext, { cueId, orderIndex }: ProgramCueAdd): Promise<ProgramCueAdd> {
  const { tx, actor } = context;
  const [program] = await tx
    .select({ cues: programs.cues, live: LIVE_CUES })
    .from(programs)
    .where(and(eq(programs.id, pathId(context)), eq(programs.ownerId, actor.userId)))
    .for('no key update')
    .prepare('cues_of_own_program')
    .execute();
  const others = (program?.cues ?? []).filter((cue) => cue.cueId !== cueId);
  const follower = withoutDeleted(others, new Set(program?.live))[orderIndex]?.cueId;
  return { cueId, orderIndex: follower === undefined ? others.length : others.findIndex((cue) => cue.cueId === follower) };
}

/** Programs consist of the owner's own cues. @throws Refusal 400 */
async function mustBeOwnCue({ tx, actor }: MutationContext, cueId: string): Promise<void> {
  const found = await tx
    .select({ id: cues.id })
    .from(cues)
    .where(and(eq(cues.id, cueId), eq(cues.ownerId, actor.userId), isNull(cues.deletedAt)));
  const message = 'Please choose one of your own cues';
  if (found.length === 0) throw new Refusal('invalid', message, { fields: { cueId: message } });
}
