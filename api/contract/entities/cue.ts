import * as z from 'zod/mini';
import { MESSAGES } from '../errors.ts';
import { NAME_MAX, STEPS_MAX, STEP_MAX, TEXT_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { DIFFICULTIES, SPORTS, VISIBILITIES } from '../places-and-sports.ts';
import { id, requiredText, stamp, text, textList } from '../text.ts';

export const Cue = z.object({
  id,
  ownerId: id,
  name: z.string(),
  sport: z.string(),
  difficulty: z.enum(DIFFICULTIES),
  description: z.string(),
  steps: z.array(z.string()),
  visibility: z.enum(VISIBILITIES),
  importedFromId: z.nullable(id),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Cue = z.infer<typeof Cue>;

/** A cue in lists of other people's cues. */
export const CueAnswer = z.extend(Cue, { creatorName: z.string() });
export type CueAnswer = z.infer<typeof CueAnswer>;

const fields = {
  name: requiredText(NAME_MAX, MESSAGES.cueNameRequired),
  sport: z.enum(SPORTS, 'Please choose a sport from the list'),
  difficulty: z.enum(DIFFICULTIES, 'Please choose a difficulty from the list'),
  description: text(TEXT_MAX),
  steps: textList(STEPS_MAX, STEP_MAX, 'steps'),
  visibility: z.enum(VISIBILITIES, 'Please choose a visibility from the list'),
};

export const CueCreate = z.extend(z.partial(z.object(fields)), {
  /** A derived id is only for a copy that a restored server has lost, together with `importedFromId`. */
  id: z.optional(id),
  name: fields.name,
  /** Ignored unless the id is the one that an import of that cue derives. */
  importedFromId: z.optional(z.nullable(id)),
});
export type CueCreate = z.infer<typeof CueCreate>;

/** Values of the fields that a create leaves out (R59). */
export const NEW_CUE = {
  sport: 'Obedience',
  difficulty: 'beginner' as const,
  description: '',
  steps: [],
  visibility: 'private' as const,
  importedFromId: null,
};

export const CuePatch = z.partial(z.object(fields));
export type CuePatch = z.infer<typeof CuePatch>;

export const CUE_MERGE: Record<keyof CuePatch, MergeKind> = {
  name: 'scalar',
  sport: 'scalar',
  difficulty: 'scalar',
  description: 'text',
  steps: 'lines',
  visibility: 'scalar',
};

/** Whether an import copies the field (R61). A field that it does not copy begins as in a new cue. */
export const CUE_COPIED: Record<keyof CuePatch, boolean> = {
  name: true,
  sport: true,
  difficulty: true,
  description: true,
  steps: true,
  visibility: false,
};
