import type { TrainingSet } from '../../api/contract/entities/set.ts';
import { type Rep, repsWithHits } from '../../api/contract/reps.ts';
import { searchText } from '../../api/contract/search-text.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { listLatestOwnSets } from './latest-own-sets.ts';
import { rowsOf } from '../store/rows-of.ts';

export interface SetCard {
  set: TrainingSet;
  /** The reps that count, in order. */
  reps: readonly Rep[];
  hits: number;
  sync: RowSync;
}

export function setCard(set: TrainingSet, sync: RowSync): SetCard {
  return { set, ...repsWithHits(set), sync };
}

/** The person's own set; null if it is deleted or not on this device. */
export async function getSet(store: Store, id: string): Promise<TrainingSet | null> {
  const row = await store.view('sets').get(id);
  return row && !row.deletedAt && row.ownerId === store.userId ? plainRow(row) : null;
}

/** The sets of one session, in order. */
export const listSets = async (store: Store, videoId: string): Promise<readonly SetCard[]> =>
  (await readSetsOf(store, [videoId])).get(videoId) ?? [];

/** The sets of several sessions, in order, by the id of their session. */
export async function readSetsOf(store: Store, videoIds: readonly string[]): Promise<Map<string, SetCard[]>> {
  const rows = (await rowsOf(store, 'sets', 'videoId', videoIds)).filter(({ deletedAt }) => deletedAt === null);
  const syncOf = await readRowSyncs(
    store,
    'sets',
    rows.map(({ id }) => id),
  );
  const setsOf = new Map<string, SetCard[]>();
  for (const row of rows.toSorted((a, b) => a.position - b.position || (a.createdAt < b.createdAt ? -1 : 1))) {
    const card = setCard(plainRow(row), syncOf(row.id).sync);
    setsOf.set(row.videoId, [...(setsOf.get(row.videoId) ?? []), card]);
  }
  return setsOf;
}

export interface Exercise {
  name: string;
  /** The person's own cue with this name; null for a free name. */
  cueId: string | null;
  /** The cue's steps. */
  steps: readonly string[];
}

/** How many sets back an exercise still counts as recent. */
const SETS_BACK = 200;

/**
 * Exercises to choose from: those of the person's latest sets with this dog, then with others, then the person's other
 * cues. Equal names count once.
 */
export async function listExercises(store: Store, dogId: string | null): Promise<Exercise[]> {
  const [sets, cues] = await Promise.all([listLatestOwnSets(store, SETS_BACK), store.view('cues').orderBy('live').reverse().toArray()]);
  const sessions = await store.view('videos').bulkGet(sets.map(({ videoId }) => videoId));
  const isOfDog = (place: number) => sessions[place]?.dogId === dogId;
  const ofDogFirst = [...sets.filter((_, place) => isOfDog(place)), ...sets.filter((_, place) => !isOfDog(place))];
  const byName = new Map<string, Exercise>();
  const cueNamed = new Map(cues.map((cue) => [searchText(cue.name), cue]));
  for (const name of [...ofDogFirst.map(({ exercise }) => exercise), ...cues.map((cue) => cue.name)]) {
    const folded = searchText(name);
    const cue = cueNamed.get(folded);
    if (!byName.has(folded)) byName.set(folded, { name, cueId: cue?.id ?? null, steps: cue?.steps ?? [] });
  }
  return [...byName.values()];
}
