import type { TrainingSet } from '../../api/contract/entities/set.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-row.ts';
import { dayOf, readNewestFirst, type SessionShelf } from './session-order.ts';
import { listSets } from './sets.ts';

/** Suggestions read only this many of the newest sessions, so a long log costs no more than a short one. */
const LOOKED_AT_MAX = 50;
const TITLES_MAX = 5;
/** More sessions than a person logs in a minute. */
const A_MINUTE_MAX = 5;
/** Of an ISO moment: '2026-11-28T14:22'. */
const MINUTE_DIGITS = 16;

/** A title and dog for the form of a new session. */
export interface SessionStart {
  /** '' for none. */
  title: string;
  /** Null for none. */
  dogId: string | null;
}

export interface LastSession extends SessionStart {
  /** The session's training day, YYYY-MM-DD. */
  day: string;
  /** Its sets, in order. */
  sets: readonly TrainingSet[];
}

/**
 * Initial values of a new session's form: title and dog of the person's session `againId` (R214). Otherwise only a dog:
 * `wantedId` or the one trained last on `today` (R210). Ignores dogs that are deleted, retired or another person's.
 * @param today a training day, YYYY-MM-DD
 */
export async function startOfSession(
  store: Store,
  { againId = null, wantedId = null, today }: { againId?: string | null; wantedId?: string | null; today: string },
): Promise<SessionStart> {
  return store.transaction('r', [store.view('videos'), store.view('dogs')], async () => {
    const again = againId === null ? undefined : await store.view('videos').get(againId);
    if (again && !again.deletedAt && again.ownerId === store.userId) return startFrom(store, again);
    const trained = await newestOwn(store, { from: today, to: today });
    return { title: '', dogId: await firstOffered(store, [wantedId, ...trained.map(({ dogId }) => dogId)]) };
  });
}

/** Title, dog and sets of the person's newest session, for 'Same as last time'; null without a session. */
export async function lastSession(store: Store): Promise<LastSession | null> {
  const newest = await newestOwn(store, {}, A_MINUTE_MAX);
  // The form knows only minutes, so of several sessions in one minute the one made last counts.
  const minute = newest[0]?.trainedAt.slice(0, MINUTE_DIGITS);
  const [last] = newest
    .filter(({ trainedAt }) => trainedAt.slice(0, MINUTE_DIGITS) === minute)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (!last) return null;
  const sets = await listSets(store, last.id);
  return { ...(await startFrom(store, last)), day: dayOf(last), sets: sets.map(({ set }) => set) };
}

/** Up to five distinct recent titles of the person's sessions, those of the given dog first. */
export async function recentTitles(store: Store, dogId: string | null): Promise<string[]> {
  return store.transaction('r', store.view('videos'), async () => {
    const ofDog = dogId === null ? [] : await newestOwn(store, { dogId });
    return [...new Set([...ofDog, ...(await newestOwn(store, {}))].map(({ title }) => title))].slice(0, TITLES_MAX);
  });
}

/** Distinct conditions of the person's recent sessions, newest first. */
export type RecentConditions = Record<'weather' | 'surface' | 'place', string[]>;

export async function recentConditions(store: Store): Promise<RecentConditions> {
  const newest = await newestOwn(store, {});
  const distinct = (field: keyof RecentConditions) => [...new Set(newest.flatMap((session) => session[field] ?? []))];
  return { weather: distinct('weather'), surface: distinct('surface'), place: distinct('place') };
}

const newestOwn = (store: Store, shelf: Omit<SessionShelf, 'scope'>, limit = LOOKED_AT_MAX) =>
  readNewestFirst(store, { ...shelf, scope: 'mine' }, { limit });

async function startFrom(store: Store, { title, dogId }: StoredRow<'videos'>): Promise<SessionStart> {
  return { title, dogId: await firstOffered(store, [dogId]) };
}

async function firstOffered(store: Store, ids: readonly (string | null)[]): Promise<string | null> {
  const dogs = await store.view('dogs').bulkGet([...new Set(ids.filter((id) => id !== null))]);
  return dogs.find((dog) => dog && !dog.deletedAt && !dog.retiredAt)?.id ?? null;
}
