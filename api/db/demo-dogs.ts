import type { DogCreate } from '../contract/entities/dog.ts';

/** Each dog has a portrait in `demo-media`. */
export type DemoDog = DogCreate & { portrait: string };

export const KATES_DOGS: readonly DemoDog[] = [
  {
    name: 'Bracken',
    breed: 'Border Collie',
    birthdate: '2021-04-18',
    titles: ['Novice obedience', 'Tracking level 1'],
    notes: 'Works best before breakfast. Ball on a rope, never food, for heelwork.',
    portrait: 'bracken',
  },
  {
    name: 'Juno',
    breed: 'Malinois',
    birthdate: '2023-02-02',
    titles: [],
    notes: 'Grip is calm now. Keep sessions under eight minutes.',
    portrait: 'juno',
  },
  {
    name: 'Old Tam',
    breed: 'Labrador Retriever',
    birthdate: '2014-09-27',
    titles: ['Working test, open'],
    notes: 'Retired from trials. Scent work for joy.',
    portrait: 'tam',
  },
];
export const SAMS_DOG: DemoDog = {
  name: 'Pike',
  breed: 'German Shepherd Dog',
  birthdate: '2022-06-11',
  titles: ['Companion dog'],
  notes: '',
  portrait: 'pike',
};
