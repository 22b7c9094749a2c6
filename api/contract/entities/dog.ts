import * as z from 'zod/mini';
import { DOG_TITLE_MAX, NAME_MAX, TEXT_MAX, TITLES_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { date, id, moment, newRowId, objectPath, requiredText, stamp, text, textList } from '../text.ts';

/** A dog as stored on its owner's devices. */
export const Dog = z.object({
  id,
  ownerId: id,
  name: z.string(),
  breed: z.string(),
  birthdate: z.string(),
  titles: z.array(z.string()),
  image: z.nullable(z.string()),
  notes: z.string(),
  retiredAt: z.nullable(stamp),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Dog = z.infer<typeof Dog>;

/** A dog as GET returns it, with two figures computed from its sessions (R52). */
export const DogAnswer = z.extend(Dog, { trainingDays: z.int(), achievements: z.int() });
export type DogAnswer = z.infer<typeof DogAnswer>;

/** What a partner sees of a dog (R55). */
export const PartnerDog = z.object({
  id,
  ownerId: id,
  name: z.string(),
  image: z.nullable(z.string()),
  version: z.int(),
});
export type PartnerDog = z.infer<typeof PartnerDog>;

const DAY_MS = 86_400_000;
export const UNBORN = 'This date is in the future';

/**
 * Whether a birthdate, YYYY-MM-DD, is in the future everywhere on earth: some time zones are up to 14 hours ahead of
 * UTC.
 * @param now milliseconds since 1970
 */
export const isUnborn = (birthdate: string, now: number) => birthdate > new Date(now + DAY_MS).toISOString().slice(0, 10);

const fields = {
  name: requiredText(NAME_MAX, 'Please enter a name'),
  breed: requiredText(NAME_MAX, 'Please enter a breed'),
  birthdate: date,
  titles: textList(TITLES_MAX, DOG_TITLE_MAX, 'titles'),
  image: z.nullable(objectPath),
  notes: text(TEXT_MAX),
};

export const DogCreate = z.object({
  id: z.optional(newRowId),
  ...z.partial(z.object(fields)).shape,
  name: fields.name,
  breed: fields.breed,
  birthdate: fields.birthdate,
});
export type DogCreate = z.infer<typeof DogCreate>;

/** Values of the fields that a create leaves out. */
export const NEW_DOG = { titles: [], image: null, notes: '', retiredAt: null };

export const DogPatch = z.partial(z.object({ ...fields, retiredAt: z.nullable(moment) }));
export type DogPatch = z.infer<typeof DogPatch>;

export const DOG_MERGE: Record<keyof DogPatch, MergeKind> = {
  name: 'scalar',
  breed: 'scalar',
  birthdate: 'scalar',
  titles: 'list',
  image: 'scalar',
  notes: 'text',
  retiredAt: 'scalar',
};
