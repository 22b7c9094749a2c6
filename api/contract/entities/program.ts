import * as z from 'zod/mini';
import { MESSAGES } from '../errors.ts';
import { NAME_MAX, PROGRAM_CUES_MAX, TEXT_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { id, isDistinct, newRowId, requiredText, stamp, text } from '../text.ts';

export const ProgramCue = z.object({ cueId: id, orderIndex: z.int() });
export type ProgramCue = z.infer<typeof ProgramCue>;

export const Program = z.object({
  id,
  ownerId: id,
  name: z.string(),
  dogId: z.nullable(id),
  goal: z.nullable(z.string()),
  /** The cues in order. Part of the row, so a program always syncs whole. */
  cues: z.array(ProgramCue),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Program = z.infer<typeof Program>;

const fields = {
  name: requiredText(NAME_MAX, MESSAGES.programNameRequired),
  dogId: z.nullable(id),
  goal: z.nullable(text(TEXT_MAX)),
};

export const ProgramCreate = z.extend(z.partial(z.object(fields)), { id: z.optional(newRowId), name: fields.name });
export type ProgramCreate = z.infer<typeof ProgramCreate>;

/** Values of the fields that a create leaves out. */
export const NEW_PROGRAM = { dogId: null, goal: null, cues: [] };

export const ProgramPatch = z.partial(z.object(fields));
export type ProgramPatch = z.infer<typeof ProgramPatch>;

export const PROGRAM_MERGE: Record<keyof ProgramPatch, MergeKind> = { name: 'scalar', dogId: 'scalar', goal: 'text' };

const orderIndex = z
  .int('orderIndex must be a whole number')
  .check(z.gte(0, 'orderIndex must not be negative'), z.lte(1_000_000, 'orderIndex is too large'));

export const ProgramCueAdd = z.object({ cueId: id, orderIndex });
export type ProgramCueAdd = z.infer<typeof ProgramCueAdd>;

/** The complete order: every cue of the program once, first to last. */
export const ProgramCueOrder = z.object({
  cueIds: z.array(id).check(z.maxLength(PROGRAM_CUES_MAX), z.refine(isDistinct, 'A program can contain each cue only once')),
});
export type ProgramCueOrder = z.infer<typeof ProgramCueOrder>;
