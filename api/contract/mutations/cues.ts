import * as z from 'zod/mini';
import { mutation } from '../call.ts';
import { derivedId } from '../derived-id.ts';
import { CUE_COPIED, CUE_MERGE, type Cue, CueCreate, CuePatch, NEW_CUE } from '../entities/cue.ts';
import { id } from '../text.ts';
import { created, deleted, noPayload, patched, restored, withBase } from './effects.ts';

/** The fields of an import's source that its copy gets. */
const copiedFields = (cue: Cue) =>
  Object.fromEntries(Object.entries(cue).filter(([field]) => CUE_COPIED[field as keyof CuePatch])) as Partial<Cue> & Pick<Cue, 'name'>;

export const CUE_MUTATIONS = {
  'cues.create': mutation({
    method: 'POST',
    path: '/api/cues',
    entity: 'cues',
    payload: CueCreate,
    effect: (_row, { importedFromId, ...payload }, context) => {
      const isCopy = importedFromId && context.id === derivedId(context.userId, importedFromId);
      return created(NEW_CUE, { ...payload, importedFromId: isCopy ? importedFromId : null }, context);
    },
  }),
  'cues.update': mutation({
    method: 'PATCH',
    path: '/api/cues/{id}',
    entity: 'cues',
    payload: withBase(CuePatch),
    merge: CUE_MERGE,
    effect: patched,
  }),
  'cues.delete': mutation({
    method: 'DELETE',
    path: '/api/cues/{id}',
    entity: 'cues',
    payload: noPayload,
    effect: deleted,
  }),
  'cues.restore': mutation({
    method: 'POST',
    path: '/api/cues/{id}/restore',
    entity: 'cues',
    payload: noPayload,
    effect: restored,
  }),
  'cues.import': mutation({
    method: 'POST',
    path: '/api/cues/{cueId}/import',
    entity: 'cues',
    // The copy's id is derived from person and cue, so two devices make the same copy. The server derives it too.
    payload: z.optional(z.object({ id: z.optional(id) })),
    effect: (row, _payload, context) => {
      if (row && !row.deletedAt) return row;
      if (!context.source) return null;
      const source = context.source as Cue;
      return created(NEW_CUE, { ...copiedFields(source), importedFromId: source.id }, context);
    },
  }),
} as const;
