import * as z from 'zod/mini';
import { DOG_TITLE_MAX, NAME_MAX, POINTS_MAX, TEXT_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { date, id, newRowId, requiredText, stamp, text } from '../text.ts';

/** A trial of one dog, ahead or past. Its owner's alone unless `shownToPartners`. */
export const Trial = z.object({
  id,
  ownerId: id,
  dogId: z.nullable(id),
  name: z.string(),
  /** YYYY-MM-DD. */
  day: z.string(),
  place: z.nullable(z.string()),
  /** Class or level, such as 'IGP 2'. */
  level: z.nullable(z.string()),
  /** The last day to enter, YYYY-MM-DD. */
  entryCloses: z.nullable(z.string()),
  result: z.nullable(z.string()),
  points: z.nullable(z.number()),
  /** A title won there. It is also one of the dog's titles, which have no date. */
  titleWon: z.nullable(z.string()),
  shownToPartners: z.boolean(),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Trial = z.infer<typeof Trial>;

const fields = {
  dogId: z.nullable(id),
  name: requiredText(NAME_MAX, 'Please enter a name'),
  day: date,
  place: z.nullable(text(NAME_MAX)),
  level: z.nullable(text(NAME_MAX)),
  entryCloses: z.nullable(date),
  result: z.nullable(text(TEXT_MAX)),
  points: z.nullable(
    z
      .number('Must be a number')
      .check(z.gte(-POINTS_MAX, 'Too small'), z.lte(POINTS_MAX, { error: () => `At most ${POINTS_MAX.toLocaleString('en-GB')}` })),
  ),
  titleWon: z.nullable(text(DOG_TITLE_MAX)),
  shownToPartners: z.boolean('Must be true or false'),
};

export const TrialCreate = z.extend(z.partial(z.object(fields)), { id: z.optional(newRowId), name: fields.name, day: fields.day });
export type TrialCreate = z.infer<typeof TrialCreate>;

/** Values of the fields that a create leaves out. */
export const NEW_TRIAL = {
  dogId: null,
  place: null,
  level: null,
  entryCloses: null,
  result: null,
  points: null,
  titleWon: null,
  shownToPartners: false,
};

export const TrialPatch = z.partial(z.object(fields));
export type TrialPatch = z.infer<typeof TrialPatch>;

export const TRIAL_MERGE: Record<keyof TrialPatch, MergeKind> = {
  dogId: 'scalar',
  name: 'scalar',
  day: 'scalar',
  place: 'scalar',
  level: 'scalar',
  entryCloses: 'scalar',
  result: 'text',
  points: 'scalar',
  titleWon: 'scalar',
  shownToPartners: 'scalar',
};
