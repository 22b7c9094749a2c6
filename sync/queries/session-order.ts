import { Dexie } from 'dexie';
import { isTrainingDay, trainingDay } from '../../api/contract/training-day.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-row.ts';

/** Selects sessions by owner, dog and training days. */
export interface SessionShelf {
  scope: 'all' | 'mine' | 'partners';
  dogId?: string;
  /** First and last training day, YYYY-MM-DD. */
  from?: string;
  to?: string;
}

/** A session's position in a list: newest first, and by id among sessions of the same moment. */
export interface ListedSession {
  id: string;
  /** When the session was trained. */
  live: string;
}

export interface SessionStretch {
  limit: number;
  /** Only sessions after this one in the list. */
  before?: ListedSession;
  /** Only sessions down to and including this one. */
  downTo?: ListedSession;
}

/** Whether `a` comes before `b` in the list. */
export const isAbove = (a: ListedSession, b: ListedSession) => (a.live === b.live ? a.id > b.id : a.live > b.live);

export const isWithin = (session: ListedSession, { before, downTo }: Omit<SessionStretch, 'limit'>): boolean =>
  (!before || isAbove(before, session)) && (!downTo || !isAbove(downTo, session));

export const shelfOf = (scope: SessionShelf['scope']) => (scope === 'mine' ? 'mine' : 'partners');

/** The training day of a stored session, YYYY-MM-DD. */
export const dayOf = ({ day, trainedAt, trainedZone }: Pick<StoredRow<'videos'>, 'day' | 'trainedAt' | 'trainedZone'>): string =>
  isTrainingDay(day) ? day : trainingDay(trainedAt, trainedZone);

export const isOnDays = (day: string, { from, to }: Pick<SessionShelf, 'from' | 'to'>): boolean =>
  (from === undefined || day >= from) && (to === undefined || day <= to);

/**
 * A range of a list, newest first. Reads the rows it returns, plus a few more for sessions of the same moment at its
 * start.
 */
export async function readNewestFirst(store: Store, shelf: SessionShelf, stretch: SessionStretch): Promise<StoredRow<'videos'>[]> {
  const { limit, before, downTo } = stretch;
  const isOnShelf = (row: StoredRow<'videos'>) =>
    (shelf.dogId === undefined || shelf.scope === 'all' || row.shelf === shelfOf(shelf.scope)) && isOnDays(dayOf(row), shelf);
  const oldest = later(downTo?.live, shelf.from && momentOf(shelf.from, -1));
  const newest = earlier(before?.live, shelf.to && momentOf(shelf.to, 2));
  for (let spare = before ? 1 : 0; ; spare = spare * 2 + limit) {
    // Without a filter on the collection, IndexedDB returns all rows at once instead of one by one.
    const rows = await between(store, shelf, oldest ?? Dexie.minKey, newest ?? Dexie.maxKey)
      .reverse()
      .limit(limit + spare)
      .toArray();
    const found = rows.filter((row) => isOnShelf(row) && isWithin({ id: row.id, live: row.live ?? '' }, stretch)).slice(0, limit);
    if (found.length === limit || rows.length < limit + spare) return found;
  }
}

/** Midnight UTC some days after a calendar day. A margin of a day on each side covers all time zones. */
const momentOf = (day: string, daysAfter: number) => new Date(Date.parse(`${day}T00:00:00Z`) + daysAfter * 86_400_000).toISOString();

const later = (a: string | undefined, b: string | undefined) => (a && b ? (a > b ? a : b) : a || b);
const earlier = (a: string | undefined, b: string | undefined) => (a && b ? (a < b ? a : b) : a || b);

function between(store: Store, { scope, dogId }: SessionShelf, oldest: string | typeof Dexie.minKey, newest: string | typeof Dexie.maxKey) {
  const videos = store.view('videos');
  if (dogId !== undefined) return videos.where('[dogId+live]').between([dogId, oldest], [dogId, newest], true, true);
  if (scope === 'all') return videos.where('live').between(oldest, newest, true, true);
  return videos.where('[shelf+live]').between([shelfOf(scope), oldest], [shelfOf(scope), newest], true, true);
}
