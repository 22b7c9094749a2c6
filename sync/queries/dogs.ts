import { Dexie } from 'dexie';
import type { Dog } from '../../api/contract/entities/dog.ts';
import { countAchievements, milestonesReached } from '../../api/contract/milestones.ts';
import type { DeviceMedia } from '../device-media.ts';
import { readRowSyncs, type RowSync } from '../row-sync.ts';
import { plainRow, type StoredRow } from '../stored-row.ts';
import type { Store } from '../store.ts';

export interface DogCard {
  dog: Dog;
  sessions: number;
  /** Distinct training days (design section 7, decision 7). */
  trainingDays: number;
  /** The milestones reached, by kind. */
  milestones: ReturnType<typeof milestonesReached>;
  /** How many that are: the figure on the card. */
  achievements: number;
  sync: RowSync;
  /** The newest picture on this device. */
  picture: DeviceMedia | null;
}

/** One's own dogs, oldest entry first, retired ones last. */
export async function listDogs(store: Store): Promise<DogCard[]> {
  const dogs = await store.view('dogs').orderBy('live').toArray();
  const cards = await asCards(store, dogs);
  return cards.sort((a, b) => Number(a.dog.retiredAt !== null) - Number(b.dog.retiredAt !== null));
}

/** Null when there is no such dog here, or it was deleted. */
export async function getDog(store: Store, id: string): Promise<DogCard | null> {
  const dog = await store.view('dogs').get(id);
  if (!dog || dog.deletedAt) return null;
  return (await asCards(store, [dog]))[0] ?? null;
}

async function asCards(store: Store, dogs: StoredRow<'dogs'>[]): Promise<DogCard[]> {
  const [syncOf, figures] = await Promise.all([
    readRowSyncs(store, 'dogs', dogs.map(({ id }) => id)),
    Promise.all(dogs.map((dog) => figuresOf(store, dog))),
  ]);
  return dogs.map((dog, index) => {
    const { sync, media } = syncOf(dog.id);
    const figure = figures[index] ?? { sessions: 0, trainingDays: 0, titles: dog.titles };
    return {
      dog: plainRow(dog),
      sessions: figure.sessions,
      trainingDays: figure.trainingDays,
      milestones: milestonesReached(figure),
      achievements: countAchievements(figure),
      sync,
      picture: media,
    };
  });
}

async function figuresOf(store: Store, { id, titles }: StoredRow<'dogs'>) {
  const range = [[id, Dexie.minKey], [id, Dexie.maxKey]] as const;
  const days = store.view('videos').where('[dogId+day]').between(range[0], range[1]);
  const sessions = await days.clone().count();
  // Walking distinct keys of the index reads a key a day, never a session.
  const trainingDays = sessions === 0 ? 0 : (await days.clone().uniqueKeys()).length;
  return { sessions, trainingDays, titles };
}
