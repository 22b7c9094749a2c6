import type { TrainingSet } from '../../api/contract/entities/set.ts';
import { countReps, type RepCounts } from '../../api/contract/reps.ts';
import { searchText } from '../../api/contract/search-text.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { type DogCard, listDogs } from './dogs.ts';
import { listLatestOwnSets } from './latest-own-sets.ts';
import { lastSession } from './new-session.ts';
import { listSets, type SetCard } from './sets.ts';

export interface FieldStart {
  /** Dogs that are not retired. */
  dogs: readonly DogCard[];
  /** The session's dog, which may be retired. For a new session the dog trained last or the first of `dogs`; null for none. */
  dogId: string | null;
}

/** Where field mode begins. @param videoId the session that the sets go to; null for a new one */
export async function readFieldStart(store: Store, videoId: string | null): Promise<FieldStart> {
  const dogs = (await listDogs(store)).filter(({ dog }) => dog.retiredAt === null);
  if (videoId !== null) return { dogs, dogId: (await store.view('videos').get(videoId))?.dogId ?? null };
  const last = await lastSession(store);
  const offered = dogs.find(({ dog }) => dog.id === last?.dogId) ?? dogs[0];
  return { dogs, dogId: offered?.dog.id ?? null };
}

export interface LatestSet extends RepCounts {
  set: TrainingSet;
}

/** Looks at only this many of the newest sets. */
const LOOKED_AT_MAX = 200;

/**
 * The person's newest set of each exercise with this dog, or without a dog if `dogId` is null; newest first. Equal names are
 * one exercise.
 */
export async function listLatestSets(store: Store, dogId: string | null): Promise<LatestSet[]> {
  const rows = await listLatestOwnSets(store, LOOKED_AT_MAX);
  const sessions = await store.view('videos').bulkGet(rows.map(({ videoId }) => videoId));
  const latest = new Map<string, LatestSet>();
  for (const [place, row] of rows.entries()) {
    const name = searchText(row.exercise);
    if (sessions[place]?.dogId === dogId && !latest.has(name)) latest.set(name, { set: plainRow(row), ...countReps(row) });
  }
  return [...latest.values()];
}

export interface FieldSet extends SetCard {
  dog: DogCard | null;
  /** Place among the session's sets of the same exercise, from 1. */
  number: number;
  /** How many sets the session has. */
  sets: number;
  /** When the session's first set began. */
  begunAt: string;
}

/** A set of the person for field mode; null if this device has no such set, or it was deleted. */
export async function readFieldSet(store: Store, id: string): Promise<FieldSet | null> {
  const row = await store.view('sets').get(id);
  if (!row || row.ownerId !== store.userId) return null;
  const [cards, video, dogs] = await Promise.all([listSets(store, row.videoId), store.view('videos').get(row.videoId), listDogs(store)]);
  const card = cards.find(({ set }) => set.id === id);
  if (!card || !video || video.deletedAt) return null;
  const exercise = searchText(row.exercise);
  return {
    ...card,
    dog: dogs.find(({ dog }) => dog.id === video.dogId) ?? null,
    number: cards.filter(({ set }) => searchText(set.exercise) === exercise).indexOf(card) + 1,
    sets: cards.length,
    begunAt: cards.map(({ set }) => set.startedAt).toSorted()[0] ?? row.startedAt,
  };
}
