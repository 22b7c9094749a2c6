import { mutation } from '../call.ts';
import { NEW_PROGRAM, PROGRAM_MERGE, ProgramCreate, ProgramCueAdd, ProgramCueOrder, ProgramPatch } from '../entities/program.ts';
import { created, deleted, noPayload, patched, restored, withBase } from './effects.ts';

type Cues = readonly { cueId: string }[];

const numbered = (cues: Cues) => cues.map(({ cueId }, orderIndex) => ({ cueId, orderIndex }));
const withoutCue = (cues: Cues, cueId: string) => cues.filter((cue) => cue.cueId !== cueId);

/** Adds or moves a cue to `orderIndex`; an index past the end makes it the last. */
function placed(cues: Cues, { cueId, orderIndex }: { cueId: string; orderIndex: number }) {
  const others = withoutCue(cues, cueId);
  return numbered([...others.slice(0, orderIndex), { cueId }, ...others.slice(orderIndex)]);
}

/**
 * Reorders without changing membership: a cue that another device added meanwhile stays, at the end, and a cue that it
 * removed stays removed.
 */
function ordered(cues: Cues, cueIds: readonly string[]) {
  const members = new Set(cues.map((cue) => cue.cueId));
  const named = cueIds.filter((cueId) => members.has(cueId));
  return numbered([...new Set([...named, ...members])].map((cueId) => ({ cueId })));
}

export const PROGRAM_MUTATIONS = {
  'programs.create': mutation({
    method: 'POST',
    path: '/api/programs',
    entity: 'programs',
    payload: ProgramCreate,
    effect: (_row, payload, context) => created(NEW_PROGRAM, payload, context),
  }),
  'programs.update': mutation({
    method: 'PATCH',
    path: '/api/programs/{id}',
    entity: 'programs',
    payload: withBase(ProgramPatch),
    merge: PROGRAM_MERGE,
    effect: patched,
  }),
  'programs.delete': mutation({
    method: 'DELETE',
    path: '/api/programs/{id}',
    entity: 'programs',
    payload: noPayload,
    effect: deleted,
  }),
  'programs.restore': mutation({
    method: 'POST',
    path: '/api/programs/{id}/restore',
    entity: 'programs',
    payload: noPayload,
    effect: restored,
  }),
  'programs.addCue': mutation({
    method: 'POST',
    path: '/api/programs/{id}/cues',
    entity: 'programs',
    payload: ProgramCueAdd,
    effect: (row, cue, context) => row && patched(row, { cues: placed(row.cues, cue) }, context),
  }),
  'programs.orderCues': mutation({
    method: 'PUT',
    path: '/api/programs/{id}/cues',
    entity: 'programs',
    payload: ProgramCueOrder,
    effect: (row, { cueIds }, context) => row && patched(row, { cues: ordered(row.cues, cueIds) }, context),
  }),
  'programs.removeCue': mutation({
    method: 'DELETE',
    path: '/api/programs/{id}/cues/{cueId}',
    entity: 'programs',
    payload: noPayload,
    effect: (row, _payload, context) =>
      row && patched(row, { cues: numbered(withoutCue(row.cues, context.params['cueId'] ?? '')) }, context),
  }),
} as const;
