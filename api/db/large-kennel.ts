import { DIFFICULTIES, SPORTS } from '../contract/places-and-sports.ts';
import { formatRep } from '../contract/reps.ts';
import { seedDatabase, type SeededActor, type Seeding } from './seed-database.ts';

export interface KennelSize {
  sessions: number;
  setsASession: number;
  dogs: number;
  cues: number;
  programs: number;
}

/** Years of training data, about the most we expect for one person. */
export const LARGE_EMAIL = 'margaret@longline.example';
export const LARGE: KennelSize = { sessions: 10_000, setsASession: 5, dogs: 30, cues: 500, programs: 24 };
/** A trainer in her first fortnight. */
export const SMALL_EMAIL = 'nell@longline.example';
export const SMALL: KennelSize = { sessions: 10, setsASession: 5, dogs: 30, cues: 5, programs: 1 };

const DAY_MS = 86_400_000;
const A_DAY = 4;
const CUES_A_PROGRAM = 6;
const NAMES = ['Bracken', 'Juno', 'Tam', 'Pike', 'Wren', 'Moss', 'Fen', 'Rook', 'Tarn', 'Isla', 'Flint', 'Sedge', 'Merle', 'Ash', 'Quill'];
const BREEDS = ['Border Collie', 'Malinois', 'Labrador Retriever', 'German Shepherd Dog', 'Working Cocker Spaniel'];
const EXERCISES = [
  'Heelwork',
  'Recall',
  'Track',
  'Down in motion',
  'Send away',
  'Scent boxes',
  'Retrieve over the jump',
  'Blind search',
  'Proofing the sit',
  'Hold and bark',
];
const WHERE = ['on the village green', 'behind the barn', 'at the club', 'in the wood', 'by the road', 'on stubble', 'in the car park'];
const NOTES = [
  'Straight line, forty metres. Looked back once at twenty-five; shorter next time.',
  'Six of six, the last two beside the playing children.',
  'Overshot the second corner and came back by himself.',
  'Slow to settle. Ten repetitions, the last four without a hand signal.',
  'Forges on the outside of the left turn: reward from the left hand next time.',
  'Wet grass, light wind from behind, laid forty minutes before.',
];

/**
 * Fills an empty database with both kennels. The same seed produces the same texts; dates count back from today. If it ends
 * early, delete the data folder: a second run would leave the part of a kennel as it is.
 */
export const seedLargeKennel = (
  variables: Readonly<Record<string, string | undefined>>,
  { seed = 1, large = LARGE, small = SMALL }: { seed?: number; large?: KennelSize; small?: KennelSize } = {},
): Promise<void> =>
  seedDatabase(
    variables,
    async (seeding) => {
      const margaret = await seeding.person({ email: LARGE_EMAIL, firstName: 'Margaret', lastName: 'Thorne', isAdmin: true });
      await fill(seeding, margaret, large, randomFrom(seed));
      const nell = await seeding.person({ email: SMALL_EMAIL, firstName: 'Nell', lastName: 'Thorne', isAdmin: false });
      await fill(seeding, nell, small, randomFrom(seed));
    },
    { callByCall: true },
  );

async function fill({ newId, now }: Seeding, { perform }: SeededActor, size: KennelSize, random: () => number): Promise<void> {
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const many = <T>(count: number, make: (number: number) => T) => Array.from({ length: count }, (_, number) => make(number));

  const dogs = many(size.dogs, (number) => ({
    id: newId(),
    name: `${NAMES[number % NAMES.length]!}${number < NAMES.length ? '' : ' the Younger'}`,
  }));
  for (const dog of dogs) {
    const birthdate = `${2012 + Math.floor(random() * 12)}-0${1 + Math.floor(random() * 9)}-14`;
    await perform('dogs.create', {
      ...dog,
      breed: oneOf(BREEDS),
      birthdate,
      titles: random() < 0.5 ? ['Novice obedience'] : [],
      notes: oneOf(NOTES),
    });
  }

  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  for (let number = 0; number < size.sessions; number += 1) {
    const before = size.sessions - number;
    const trained = today - Math.ceil(before / A_DAY) * DAY_MS + (7 + (number % A_DAY) * 3) * 3_600_000;
    const id = newId();
    await perform('videos.create', {
      id,
      title: `${oneOf(EXERCISES)} ${oneOf(WHERE)}, no. ${number + 1}`,
      description: many(1 + Math.floor(random() * 3), () => oneOf(NOTES)).join('\n'),
      dogId: oneOf(dogs).id,
      trainedAt: new Date(trained).toISOString(),
      trainedZone: 'Europe/London',
    });
    for (let position = 0; position < size.setsASession; position += 1) {
      const startedAt = trained + position * 300_000;
      await perform('sets.create', {
        id: newId(),
        videoId: id,
        exercise: oneOf(EXERCISES),
        distanceM: 10 + Math.floor(random() * 30),
        startedAt: new Date(startedAt).toISOString(),
        position,
        reps: many(5, (rep) =>
          formatRep({
            id: `rep${position}000${rep}`,
            kind: random() < 0.7 ? 'hit' : 'miss',
            at: startedAt + rep * 30_000,
            filmMs: null,
            latencyMs: null,
          }),
        ),
      });
    }
  }

  const cues = many(size.cues, (number) => ({ id: newId(), name: `${oneOf(EXERCISES)}, step ${number + 1}` }));
  for (const cue of cues) {
    const steps = many(1 + Math.floor(random() * 5), () => oneOf(NOTES));
    await perform('cues.create', {
      ...cue,
      sport: oneOf(SPORTS),
      difficulty: oneOf(DIFFICULTIES),
      description: oneOf(NOTES),
      steps,
      visibility: 'private',
    });
  }
  for (let number = 0; number < size.programs; number += 1) {
    const id = newId();
    await perform('programs.create', {
      id,
      name: `Programme ${number + 1}: ${oneOf(EXERCISES)}`,
      dogId: oneOf(dogs).id,
      goal: oneOf(NOTES),
    });
    for (let place = 0; place < CUES_A_PROGRAM && place < cues.length; place += 1) {
      const cue = cues[(number * CUES_A_PROGRAM + place) % cues.length]!;
      await perform('programs.addCue', { cueId: cue.id, orderIndex: place }, { id });
    }
  }
}

/** Numbers from 0 to 1, repeatable by seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
