import { Dexie } from 'dexie';
import { countReps, repsWithHits } from '../../api/contract/reps.ts';
import { weeksBefore } from '../../api/contract/training-day.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { dayOf } from './session-order.ts';
import type { CountedSet } from './counted-sessions.ts';
import { rowsOf } from '../store/rows-of.ts';

export interface DogSet extends CountedSet {
  hits: number;
  /** The training day of its session, YYYY-MM-DD. */
  day: string;
}

/** Progress looks back this far from the dog's last session (R356, docs/decisions/0175). */
const WEEKS = 26;
/** With more sets of these weeks for each session of the dog, as of other dogs or after an import, sessions are asked one by one. */
const AT_ONCE_A_SESSION = 10;
/** Sessions whose sets are looked for at a time. */
const LOOKED_AT = 200;

/**
 * The sets of one's own dog in the weeks up to its last session with reps, in the order of the sessions and of the sets in
 * them.
 * @param today YYYY-MM-DD; later sessions do not count
 */
export async function listDogSets(store: Store, dogId: string, today: string): Promise<readonly DogSet[]> {
  const near = await listSetsUpTo(store, dogId, today);
  if (near.some(({ reps }) => reps.length > 0)) return near;
  const day = await lastCountedDay(store, dogId, today);
  return day === null ? near : listSetsUpTo(store, dogId, day);
}

const sessionsUpTo = (store: Store, dogId: string, from: unknown, day: string) =>
  store.view('videos').where('[dogId+day]').between([dogId, from], [dogId, day], true, true);

/**
 * Reads the sets made in these weeks, of all dogs, with one request, if they are few; a request for each session would take
 * longer. Only sessions that were made earlier and dated later are read by themselves.
 */
async function listSetsUpTo(store: Store, dogId: string, day: string): Promise<readonly DogSet[]> {
  const last = await sessionsUpTo(store, dogId, Dexie.minKey, day).last();
  if (!last) return [];
  const since = weeksBefore(dayOf(last), WEEKS);
  const sessions = new Map((await sessionsUpTo(store, dogId, since, day).toArray()).map((session) => [session.id, session]));
  const recent = () => store.view('sets').where('live').aboveOrEqual(since);
  // Counting them all would take as long as there are sets.
  const isFew =
    (await recent()
      .offset(AT_ONCE_A_SESSION * sessions.size)
      .first()) === undefined;
  const byThemselves = [...sessions.values()].filter(({ createdAt }) => !isFew || createdAt.slice(0, 10) <= since).map(({ id }) => id);
  const rows = [...(isFew ? await recent().toArray() : []), ...(await rowsOf(store, 'sets', 'videoId', byThemselves))];
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .flatMap((row) => {
      const session = row.deletedAt === null ? sessions.get(row.videoId) : undefined;
      return session ? [{ row, session }] : [];
    })
    .toSorted(
      (a, b) => compare(a.session.trainedAt, b.session.trainedAt) || compare(a.row.videoId, b.row.videoId) || inSession(a.row, b.row),
    )
    .map(({ row, session }) => ({ set: plainRow(row), ...repsWithHits(row), day: dayOf(session) }));
}

/** The day of the dog's last session with reps; null if it has none. */
async function lastCountedDay(store: Store, dogId: string, day: string): Promise<string | null> {
  if ((await store.view('sets').limit(1).count()) === 0) return null;
  const ids = await sessionsUpTo(store, dogId, Dexie.minKey, day).reverse().primaryKeys();
  for (let from = 0; from < ids.length; from += LOOKED_AT) {
    const some = ids.slice(from, from + LOOKED_AT);
    const sets = await rowsOf(store, 'sets', 'videoId', some);
    const withReps = new Set(sets.filter((set) => set.deletedAt === null && countReps(set).reps > 0).map(({ videoId }) => videoId));
    const last = some.find((id) => withReps.has(id));
    const session = last === undefined ? undefined : await store.view('videos').get(last);
    if (session) return dayOf(session);
  }
  return null;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const inSession = (a: StoredRow<'sets'>, b: StoredRow<'sets'>) => a.position - b.position || compare(a.createdAt, b.createdAt);
