import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type Dog, DogPatch, isUnborn, NEW_DOG, UNBORN } from '../../api/contract/entities/dog.ts';
import { listAsText } from '../forms/list-as-text.ts';
import { type TextInputs, textInputs } from '../forms/text-inputs.ts';
import { titlesOf, titlesText } from './titles-text.ts';

// The form converts titles, picture and retirement, and the profile edits the notes. All other fields are typed as text.
const { titles, image: _image, retiredAt: _retiredAt, notes: _notes, ...texts } = DogPatch.shape;
const inputs = textInputs(texts);

/** Form values of the dog dialogs: the contract's fields as their inputs hold them. */
export interface DogForm extends TextInputs<typeof texts> {
  /** Comma-separated. */
  titles: string;
  /** The person removed the saved picture. */
  pictureRemoved: boolean;
  /** Listed last, and hidden from new sessions and programs. */
  retired: boolean;
}

/** Uses the contract's rules and messages. Titles are typed as one text. */
export const dogFormSchema = (now: () => number) =>
  z.object({
    ...inputs.schemas,
    birthdate: inputs.schemas.birthdate.check(z.refine((value) => !isUnborn(value, now()), UNBORN)),
    titles: listAsText(z.nonoptional(titles), titlesOf, 'Title'),
    pictureRemoved: z.boolean(),
    retired: z.boolean(),
  });

export const dogFormResolver = (now: () => number) => standardSchemaResolver<DogForm, unknown, DogForm>(dogFormSchema(now));

export const BLANK_DOG: DogForm = { ...inputs.valuesOf(NEW_DOG), titles: '', pictureRemoved: false, retired: false };

export const formOf = (dog: Dog): DogForm => ({
  ...inputs.valuesOf(dog),
  titles: titlesText(dog.titles),
  pictureRemoved: false,
  retired: dog.retiredAt !== null,
});

/** Whether name, breed and birthdate are filled in, which enables the button (R51). */
export const isComplete = ({ name, breed, birthdate }: DogForm) => [name, breed, birthdate].every((value) => value.trim() !== '');

export const payloadOf = (values: DogForm) => ({ ...inputs.payloadOf(values), titles: titlesOf(values.titles) });

/** Includes only changed fields, to keep another device's edits of the other fields. `now`: the time of retirement. */
export function patchOf(values: DogForm, changed: readonly (keyof DogForm)[], now: string) {
  const typed = Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof DogForm)));
  return { ...typed, ...(changed.includes('retired') && { retiredAt: values.retired ? now : null }) };
}
