import { readFile } from 'node:fs/promises';
import { trainingDay } from '../contract/training-day.ts';
import { derivedId } from '../contract/derived-id.ts';
import { KATES_CUES, SAMS_CUES } from './demo-cues.ts';
import { type DemoDog, KATES_DOGS, SAMS_DOG } from './demo-dogs.ts';
import { KATES_PLAN, KATES_TRIALS } from './demo-plans.ts';
import { payloadOf } from './demo-sets.ts';
import { DEMO_FILMS, type DemoFilm, type DemoSession, EARLIER, RECENT, SAMS_SESSION } from './demo-sessions.ts';
import { type SeededActor, type Seeding, seedDatabase } from './seed-database.ts';

export const DEMO_EMAIL = 'kate@longline.example';
export const PARTNER_EMAIL = 'sam@longline.example';
const ASKING_EMAIL = 'ines@longline.example';
const ZONE = 'Europe/London';
const DAY_MS = 86_400_000;
/** Of this machine, and so of most people who try the demo. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Oldest first. `cues` holds keys of `demo-cues.ts`, and `track` for the imported cue. */
const PROGRAMS = [
  {
    name: 'First trial for Juno',
    dog: 1,
    goal: 'Ten clean barks at the blind, and an out at the first word.',
    cues: ['out', 'voice', 'watch'],
  },
  {
    name: 'Class C by spring',
    dog: 0,
    goal: 'Heelwork with the head up through all three paces, and a straight send-away at 30 m in wind.',
    cues: ['watch', 'away', 'track', 'steady', 'weave'],
  },
];

/**
 * Fills an empty database with a demo kennel: a trainer with three dogs, six months of sessions with sets, films, cues and
 * programs, a plan for today, trials, and a training partner. Leaves a database that already has people unchanged.
 */
export const seedDemoKennel = (variables: Readonly<Record<string, string | undefined>>): Promise<void> => seedDatabase(variables, fill);

async function fill(seeding: Seeding): Promise<void> {
  const { person, newId } = seeding;
  const kate = await person({ email: DEMO_EMAIL, firstName: 'Kate', lastName: 'Ashdown', isAdmin: true });
  const sam = await person({ email: PARTNER_EMAIL, firstName: 'Sam', lastName: 'Okoro', isAdmin: false });
  const ines = await person({ email: ASKING_EMAIL, firstName: 'Ines', lastName: 'Abernathy', isAdmin: false });
  await introduce({ kate, sam, ines });

  const partnership = newId();
  await sam.perform('friendships.create', { id: partnership, friendId: kate.userId });
  await kate.perform('friendships.accept', { status: 'accepted' }, { id: partnership });

  const both = { kate, sam };
  const dogs = await addDogs(seeding, kate, KATES_DOGS);
  for (const session of [...EARLIER, ...RECENT].toSorted((a, b) => b.daysAgo - a.daysAgo)) await log(seeding, kate, session, dogs, both);
  await log(seeding, sam, SAMS_SESSION, await addDogs(seeding, sam, [SAMS_DOG]), both);
  await teach(seeding, both, dogs);
  await plan(seeding, kate, dogs);
  await ines.perform('friendships.create', { friendId: kate.userId });
}

async function introduce({ kate, sam, ines }: Record<'kate' | 'sam' | 'ines', SeededActor>): Promise<void> {
  const [profileVisibility, location] = ['public', 'Shropshire'] as const;
  const about = { profileVisibility, location };
  for (const person of [kate, sam, ines]) await person.perform('profile.sayAge', { isAdult: true });
  await kate.perform('profile.update', {
    ...about,
    bio: 'Obedience and tracking, and a Malinois who is teaching me protection.',
    sports: ['Obedience', 'Tracking', 'Agility'],
  });
  await sam.perform('profile.update', { ...about, bio: 'IGP with one good dog at a time.', sports: ['IGP/Schutzhund', 'Tracking'] });
  await ines.perform('profile.update', {
    ...about,
    location: 'Herefordshire',
    bio: 'Scent work with two spaniels.',
    sports: ['Scent Work'],
  });
}

async function addDogs({ newId }: Seeding, owner: SeededActor, dogs: readonly DemoDog[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { portrait, ...dog } of dogs) {
    const id = newId();
    await owner.perform('dogs.create', { ...dog, id, image: await owner.upload(await demoFile(`${portrait}.jpg`)) });
    ids.push(id);
  }
  return ids;
}

async function log(
  { newId, now }: Seeding,
  owner: SeededActor,
  { daysAgo, hour, dog, title, notes, weather, surface, place, film, shared, sets = [], comments = [] }: DemoSession,
  dogs: readonly string[],
  people: Record<'kate' | 'sam', SeededActor>,
): Promise<void> {
  const id = newId();
  const trained = new Date(now().getTime() - daysAgo * DAY_MS);
  trained.setUTCHours(hour, 0, 0, 0);
  const media = film ? await uploadFilm(owner, film) : {};
  const conditions = { weather, surface, place };
  const about = { title, description: notes, dogId: dogs[dog]!, trainedAt: trained.toISOString(), trainedZone: ZONE, ...conditions };
  await owner.perform('videos.create', { id, ...about, ...media });
  for (const [position, set] of sets.entries()) await owner.perform('sets.create', payloadOf(set, id, position, trained.getTime(), newId));
  if (shared) await owner.perform('videos.share', {}, { id });
  for (const { by, content } of comments) await people[by].perform('comments.create', { content }, { videoId: id });
}

async function uploadFilm(owner: SeededActor, film: DemoFilm) {
  const thumbnailUrl = await owner.upload(await demoFile(`${film}.jpg`));
  return { thumbnailUrl, videoUrl: await owner.upload(await demoFile(`${film}.mp4`), DEMO_FILMS[film]) };
}

async function teach({ newId }: Seeding, { kate, sam }: Record<'kate' | 'sam', SeededActor>, dogs: readonly string[]): Promise<void> {
  const ids: Record<string, string> = {};
  for (const [key, cue] of Object.entries(KATES_CUES)) {
    ids[key] = newId();
    await kate.perform('cues.create', { ...cue, id: ids[key] });
  }
  for (const cue of SAMS_CUES) {
    const cueId = newId();
    await sam.perform('cues.create', { ...cue, id: cueId });
    if (cue.name !== 'Track') continue;
    await kate.perform('cues.import', {}, { cueId });
    ids['track'] = derivedId(kate.userId, cueId);
  }
  for (const { dog, cues, ...program } of PROGRAMS) {
    const id = newId();
    await kate.perform('programs.create', { ...program, id, dogId: dogs[dog]! });
    for (const [orderIndex, cue] of cues.entries()) await kate.perform('programs.addCue', { cueId: ids[cue]!, orderIndex }, { id });
  }
}

async function plan({ newId, now }: Seeding, kate: SeededActor, dogs: readonly string[]): Promise<void> {
  const dayIn = (days: number) => trainingDay(new Date(now().getTime() + days * DAY_MS).toISOString(), HERE);
  const on = ({ inDays, dog }: { inDays: number; dog: number }) => ({ id: newId(), day: dayIn(inDays), dogId: dogs[dog]! });
  const { exercises, note } = KATES_PLAN;
  await kate.perform('plans.create', { ...on(KATES_PLAN), exercises, note });
  for (const trial of KATES_TRIALS) {
    const { inDays: _inDays, dog: _dog, closesInDays, ...about } = trial;
    await kate.perform('trials.create', {
      ...on(trial),
      ...about,
      ...(closesInDays !== undefined && { entryCloses: dayIn(closesInDays) }),
    });
  }
}

const demoFile = (name: string) => readFile(new URL(`./demo-media/${name}`, import.meta.url));
