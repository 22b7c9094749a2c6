import { searchText } from '../../api/contract/search-text.ts';
import type { Trial } from '../../api/contract/entities/trial.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface TrialCard {
  trial: Trial;
  sync: RowSync;
}

export interface Trials {
  /** Today and later, the next first. */
  ahead: readonly TrialCard[];
  /** The latest first. */
  past: readonly TrialCard[];
}

/** The person's trials with this dog. @param today YYYY-MM-DD */
export async function listDogTrials(store: Store, dogId: string, today: string): Promise<Trials> {
  const rows = await store.view('trials').where('dogId').equals(dogId).toArray();
  return inTwo(
    store,
    rows.filter(({ ownerId, deletedAt }) => ownerId === store.userId && deletedAt === null),
    today,
  );
}

/** The day on which a title was first won; null if no trial up to today names it. */
export function dayOfTitle({ ahead, past }: Trials, title: string, today: string): string | null {
  const isNamed = (titles: string | null) => titles?.split(',').some((each) => searchText(each.trim()) === searchText(title));
  const won = [...ahead, ...past].filter(({ trial: { titleWon, day } }) => day <= today && isNamed(titleWon));
  return won.map(({ trial: { day } }) => day).toSorted()[0] ?? null;
}

/** The person's trials without a dog that still exists. */
export async function listTrialsWithoutDog(store: Store, today: string): Promise<Trials> {
  const dogs = new Set(await store.view('dogs').orderBy('live').primaryKeys());
  const rows = await store.view('trials').orderBy('live').toArray();
  const own = rows.filter(({ ownerId, dogId }) => ownerId === store.userId && (dogId === null || !dogs.has(dogId)));
  return inTwo(store, own, today);
}

/** The trials that a partner shows. */
export async function listShownTrials(store: Store, ownerId: string, today: string): Promise<Trials> {
  const rows = await store.view('trials').toArray();
  return inTwo(
    store,
    rows.filter((row) => row.ownerId === ownerId && row.shownToPartners && row.deletedAt === null),
    today,
  );
}

/** The person's own trial; null if it is deleted or not on this device. */
export async function getTrial(store: Store, id: string): Promise<Trial | null> {
  const row = await store.view('trials').get(id);
  return row && !row.deletedAt && row.ownerId === store.userId ? plainRow(row) : null;
}

async function inTwo(store: Store, rows: readonly StoredRow<'trials'>[], today: string): Promise<Trials> {
  const ids = rows.map(({ id }) => id);
  const syncOf = await readRowSyncs(store, 'trials', ids);
  const byDay = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1)).map((row) => ({ trial: plainRow(row), sync: syncOf(row.id).sync }));
  return { ahead: byDay.filter(({ trial }) => trial.day >= today), past: byDay.filter(({ trial }) => trial.day < today).toReversed() };
}
