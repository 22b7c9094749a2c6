import type { Dog } from '../../api/contract/entities/dog.ts';
import { countAchievements } from '../../api/contract/milestones.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { listDogDays } from './dog-days.ts';

/** Figures counted from a dog's sessions. */
export interface DogFigures {
  sessions: number;
  /** Distinct training days (R52). */
  trainingDays: number;
  /** Number of milestones reached and titles earned. */
  achievements: number;
}

export interface DogCard {
  dog: Dog;
  sync: RowSync;
  /** The newest picture on this device. */
  picture: DeviceMedia | null;
}

/** The person's own dogs in order of entry, retired ones last: the order of My Dogs (R49). Other callers sort again. */
export async function listDogs(store: Store): Promise<DogCard[]> {
  const cards = await asCards(store, await store.view('dogs').orderBy('live').toArray());
  return cards.sort((a, b) => Number(a.dog.retiredAt !== null) - Number(b.dog.retiredAt !== null));
}

/** Figures by dog id. Separate from the list, so the list need not wait: figures need all sessions. */
export async function countDogFigures(store: Store): Promise<ReadonlyMap<string, DogFigures>> {
  const dogs = await store.view('dogs').orderBy('live').toArray();
  const figures = new Map<string, DogFigures>();
  // One after the other, for the memory.
  for (const dog of dogs) figures.set(dog.id, await figuresOf(store, dog));
  return figures;
}

/** Null if this device has no such dog, or it was deleted. */
export async function getDog(store: Store, id: string): Promise<(DogCard & { figures: DogFigures }) | null> {
  const dog = await store.view('dogs').get(id);
  if (!dog || dog.deletedAt) return null;
  const [[card], figures] = await Promise.all([asCards(store, [dog]), figuresOf(store, dog)]);
  return card ? { ...card, figures } : null;
}

/** Null if this device has no such dog, or it was deleted. */
export async function getDogName(store: Store, id: string): Promise<string | null> {
  const dog = await store.view('dogs').get(id);
  return dog && !dog.deletedAt ? dog.name : null;
}

async function asCards(store: Store, dogs: StoredRow<'dogs'>[]): Promise<DogCard[]> {
  const syncOf = await readRowSyncs(
    store,
    'dogs',
    dogs.map(({ id }) => id),
  );
  return dogs.map((dog) => {
    const { sync, media } = syncOf(dog.id);
    return { dog: plainRow(dog), sync, picture: media };
  });
}

async function figuresOf(store: Store, { id, titles }: StoredRow<'dogs'>): Promise<DogFigures> {
  const days = await listDogDays(store, id);
  const [sessions, trainingDays] = [days.length, new Set(days).size];
  return { sessions, trainingDays, achievements: countAchievements({ sessions, trainingDays, titles }) };
}
