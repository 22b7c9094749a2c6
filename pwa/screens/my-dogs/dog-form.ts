import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type Dog, DogCreate } from '../../../api/contract/entities/dog.ts';
import { listAsText } from '../../forms/list-as-text.ts';
import { titlesOf, titlesText } from './titles-text.ts';

/** What the dog dialogs hold: the contract's fields as inputs show them. */
export interface DogForm {
  name: string;
  breed: string;
  birthdate: string;
  /** Comma-separated. */
  titles: string;
  /** The picture that it had is taken away. */
  pictureRemoved: boolean;
  /** Listed last, and offered for no new session or program. */
  retired: boolean;
}

const titles = DogCreate.shape.titles;

/** The contract's own rules and words; titles are typed as one text. */
export const DogFormSchema = z.object({
  name: DogCreate.shape.name,
  breed: DogCreate.shape.breed,
  birthdate: DogCreate.shape.birthdate,
  titles: listAsText(z.nonoptional(titles), titlesOf, 'Title'),
  pictureRemoved: z.boolean(),
  retired: z.boolean(),
});

export const dogFormResolver = standardSchemaResolver<DogForm, unknown, DogForm>(DogFormSchema);

export const BLANK_DOG: DogForm = { name: '', breed: '', birthdate: '', titles: '', pictureRemoved: false, retired: false };

export const formOf = (dog: Dog): DogForm => ({
  name: dog.name,
  breed: dog.breed,
  birthdate: dog.birthdate,
  titles: titlesText(dog.titles),
  pictureRemoved: false,
  retired: dog.retiredAt !== null,
});

/** Name, breed and birthdate are there: the button may be pressed (specification, section 5). */
export const isComplete = ({ name, breed, birthdate }: DogForm) => [name, breed, birthdate].every((value) => value.trim() !== '');

export const payloadOf = ({ name, breed, birthdate, titles: typed }: DogForm) => ({ name, breed, birthdate, titles: titlesOf(typed) });

/** Only what was changed, so that another device's edit of another field stands. `now` is when a dog retires. */
export function patchOf(values: DogForm, changed: readonly (keyof DogForm)[], now: string) {
  const typed = Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof DogForm)));
  return { ...typed, ...(changed.includes('retired') && { retiredAt: values.retired ? now : null }) };
}
