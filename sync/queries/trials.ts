import { searchText } from '../../api/contract/search-text.ts';
import type { Trial } from '../../api/contract/entities/trial.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface Trials {
  /** Today and later, the next first. */
  ahead: readonly Trial[];
  /** The latest first. */
  past: readonly Trial[];
}

/** The person's trials with this dog. @param today YYYY-MM-DD */
export async function listDogTrials(store: Store, dogId: string, today: string): Promise<Trials> {
  const rows = await store.view('trials').where('dogId').equals(dogId).toArray();
  return inTwo(
    rows.filter(({ ownerId, deletedAt }) => ownerId === store.userId && deletedAt === null).map((row) => plainRow(row)),
    today,
  );
}

/** The day on which a title was first won; null if no trial up to today names it. */
export function dayOfTitle({ ahead, past }: Trials, title: string, today: string): string | null {
  const isNamed = (titles: string | null) => titles?.split(',').some((each) => searchText(each.trim()) === searchText(title));
  const won = [...ahead, ...past].filter(({ titleWon, day }) => day <= today && isNamed(titleWon));
  return won.map(({ day }) => day).toSorted()[0] ?? null;
}

/** The person's trials without a dog that still exists. */
export async function listTrialsWithoutDog(store: Store, today: string): Promise<Trials> {
  const dogs = new Set(await store.view('dogs').orderBy('live').primaryKeys());
  const rows = await store.view('trials').orderBy('live').toArray();
  const own = rows.filter(({ ownerId, dogId }) => ownerId === store.userId && (dogId === null || !dogs.has(dogId)));
  return inTwo(
    own.map((row) => plainRow(row)),
    today,
  );
}

/** The trials that a partner shows. */
export async function listShownTrials(store: Store, ownerId: string, today: string): Promise<Trials> {
  const rows = await store.view('trials').toArray();
  return inTwo(
    rows.filter((row) => row.ownerId === ownerId && row.shownToPartners && row.deletedAt === null).map((row) => plainRow(row)),
    today,
  );
}

/** The person's own trial; null if it is deleted or not on this device. */
export async function getTrial(store: Store, id: string): Promise<Trial | null> {
  const row = await store.view('trials').get(id);
  return row && !row.deletedAt && row.ownerId === store.userId ? plainRow(row) : null;
}

function inTwo(trials: readonly Trial[], today: string): Trials {
  const byDay = trials.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { ahead: byDay.filter(({ day }) => day >= today), past: byDay.filter(({ day }) => day < today).toReversed() };
}
