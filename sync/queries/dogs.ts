import { Dexie } from 'dexie';
import type { Dog } from '../../api/contract/entities/dog.ts';
import { countAchievements } from '../../api/contract/milestones.ts';
import type { DeviceMedia } from '../device-media.ts';
import { readRowSyncs, type RowSync } from '../row-sync.ts';
import { plainRow, type StoredRow } from '../stored-row.ts';
import type { Store } from '../store.ts';

/** What is counted from a dog's sessions. */
export interface DogFigures {
  sessions: number;
  /** Distinct training days (design section 7, decision 7). */
  trainingDays: number;
  /** How many milestones are reached. */
  achievements: number;
}

export interface DogCard {
  dog: Dog;
  sync: RowSync;
  /** The newest picture on this device. */
  picture: DeviceMedia | null;
}

/** One's own dogs, oldest entry first, retired ones last. */
export async function listDogs(store: Store): Promise<DogCard[]> {
  const cards = await asCards(store, await store.view('dogs').orderBy('live').toArray());
  return cards.sort((a, b) => Number(a.dog.retiredAt !== null) - Number(b.dog.retiredAt !== null));
}

/** By the dog's id. Apart from the list, which shall not wait for it: each training day is a step of a cursor. */
export async function countDogFigures(store: Store): Promise<ReadonlyMap<string, DogFigures>> {
  const dogs = await store.view('dogs').orderBy('live').toArray();
  return new Map(await Promise.all(dogs.map(async (dog) => [dog.id, await figuresOf(store, dog)] as const)));
}

/** Null when there is no such dog here, or it was deleted. */
export async function getDog(store: Store, id: string): Promise<(DogCard & { figures: DogFigures }) | null> {
  const dog = await store.view('dogs').get(id);
  if (!dog || dog.deletedAt) return null;
  const [[card], figures] = await Promise.all([asCards(store, [dog]), figuresOf(store, dog)]);
  return card ? { ...card, figures } : null;
}

async function asCards(store: Store, dogs: StoredRow<'dogs'>[]): Promise<DogCard[]> {
  const syncOf = await readRowSyncs(store, 'dogs', dogs.map(({ id }) => id));
  return dogs.map((dog) => {
    const { sync, media } = syncOf(dog.id);
    return { dog: plainRow(dog), sync, picture: media };
  });
}

async function figuresOf(store: Store, { id, titles }: StoredRow<'dogs'>): Promise<DogFigures> {
  const range = [[id, Dexie.minKey], [id, Dexie.maxKey]] as const;
  const days = store.view('videos').where('[dogId+day]').between(range[0], range[1]);
  const sessions = await days.clone().count();
  // Walking distinct keys of the index reads a key a day, never a session.
  const trainingDays = sessions === 0 ? 0 : (await days.clone().uniqueKeys()).length;
  return { sessions, trainingDays, achievements: countAchievements({ sessions, trainingDays, titles }) };
}
