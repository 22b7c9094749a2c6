import type { DogCreate } from '../contract/entities/dog.ts';
import { type Seeding, seedDatabase } from './seed-database.ts';

export const DEMO_EMAIL = 'kate@longline.example';
const PARTNER_EMAIL = 'sam@longline.example';
const ZONE = 'Europe/London';
const DAY_MS = 86_400_000;
const WEEKS = 16;

const KATES_DOGS: readonly DogCreate[] = [
  {
    name: 'Bracken',
    breed: 'Border Collie',
    birthdate: '2021-04-18',
    titles: ['Novice obedience', 'Tracking level 1'],
    notes: 'Works best before breakfast. Ball on a rope, never food, for heelwork.',
  },
  { name: 'Juno', breed: 'Malinois', birthdate: '2023-02-02', titles: [], notes: 'Grip is calm now. Keep sessions under eight minutes.' },
  {
    name: 'Old Tam',
    breed: 'Labrador Retriever',
    birthdate: '2014-09-27',
    titles: ['Working test, open'],
    notes: 'Retired from trials. Scent work for joy.',
  },
];
const SAMS_DOG: DogCreate = { name: 'Pike', breed: 'German Shepherd Dog', birthdate: '2022-06-11', titles: ['Companion dog'], notes: '' };

/** A typical week: weekday, hour, dog, and the session's result. */
const WEEK = [
  {
    day: 0,
    hour: 7,
    dog: 0,
    title: 'Heelwork, figure of eight',
    notes: 'Eight turns, six clean.\nForges on the outside of the left turn: reward from the left hand next time.',
  },
  { day: 1, hour: 18, dog: 1, title: 'Recall past the ball', notes: 'Three of three off the long line.\nDistraction at ten metres.' },
  {
    day: 2,
    hour: 7,
    dog: 0,
    title: 'Track, 300 paces, two corners',
    notes: 'Laid forty minutes before. Wet grass, light wind from behind.\nSecond corner overshot by two metres, found alone.',
  },
  { day: 3, hour: 18, dog: 1, title: 'Down in motion', notes: 'Fast down, slow to settle. Ten reps, last four without a hand signal.' },
  { day: 5, hour: 9, dog: 0, title: 'Send away to the target', notes: 'Forty metres, straight. Target out of sight for the last two.' },
  { day: 5, hour: 10, dog: 2, title: 'Scent boxes', notes: 'Clove, five boxes. Two searches, both right, tail going throughout.' },
  { day: 6, hour: 9, dog: 1, title: 'Proofing the sit at the gate', notes: 'Joggers, a pram, one cat. Broke once, at the cat.' },
] as const;

/**
 * Fills an empty database with a demo kennel: a trainer with three dogs and four months of sessions, and a training
 * partner. Leaves a database that has users unchanged.
 */
export const seedDemoKennel = (variables: Readonly<Record<string, string | undefined>>): Promise<void> => seedDatabase(variables, fill);

async function fill({ person, newId, now }: Seeding): Promise<void> {
  const kate = await person({ email: DEMO_EMAIL, firstName: 'Kate', lastName: 'Ashdown', isAdmin: true });
  const sam = await person({ email: PARTNER_EMAIL, firstName: 'Sam', lastName: 'Okoro', isAdmin: false });

  const dogs = KATES_DOGS.map((dog) => ({ ...dog, id: newId() }));
  for (const dog of dogs) await kate.perform('dogs.create', dog);
  const today = now().getTime();
  for (let week = WEEKS; week > 0; week -= 1) {
    for (const { day, hour, dog, title, notes } of WEEK) {
      const trained = new Date(today - week * 7 * DAY_MS + day * DAY_MS);
      trained.setUTCHours(hour, 0, 0, 0);
      const trainedAt = trained.toISOString();
      await kate.perform('videos.create', { title, description: notes, dogId: dogs[dog]!.id, trainedAt, trainedZone: ZONE });
    }
  }

  const pike = { ...SAMS_DOG, id: newId() };
  await sam.perform('dogs.create', pike);
  const session = newId();
  const yesterday = new Date(today - DAY_MS).toISOString();
  await sam.perform('videos.create', {
    id: session,
    title: 'Retrieve over the jump',
    description: 'One metre, clean both ways.',
    dogId: pike.id,
    trainedAt: yesterday,
    trainedZone: ZONE,
  });
  const partnership = newId();
  await sam.perform('friendships.create', { id: partnership, friendId: kate.userId });
  await kate.perform('friendships.accept', { status: 'accepted' }, { id: partnership });
  await kate.perform('comments.create', { content: 'Lovely straight front. How high before the summer?' }, { videoId: session });
}
