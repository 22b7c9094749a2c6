import { DELETED_KEPT_DAYS } from '../../api/contract/limits.ts';
import { repsWithHits } from '../../api/contract/reps.ts';
import { resultWords } from '../../api/contract/set-words.ts';
import type { StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

/** Rows that their author can restore. */
export type Restorable = 'videos' | 'dogs' | 'cues' | 'programs' | 'sets' | 'plans' | 'trials';
const RESTORABLE: readonly Restorable[] = ['videos', 'dogs', 'cues', 'programs', 'sets', 'plans', 'trials'];

export interface DeletedRow {
  entity: Restorable;
  id: string;
  /** The row's title or name; for a set, its exercise and result; for a plan, its exercises. */
  name: string;
  deletedAt: string;
  /** Whole days left to restore it. */
  daysLeft: number;
}

const DAY_MS = 86_400_000;

/** The person's deleted rows that can still be restored (R47), latest first. */
export async function listDeleted(store: Store, now: number): Promise<DeletedRow[]> {
  const found = await Promise.all(RESTORABLE.map((entity) => deletedOf(store, entity, now)));
  return found.flat().toSorted((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1));
}

async function deletedOf(store: Store, entity: Restorable, now: number): Promise<DeletedRow[]> {
  const view = store.view(entity);
  // The list's index leaves out deleted rows, so comparing keys finds them without reading any live row.
  const [all, live] = await Promise.all([view.toCollection().primaryKeys(), view.orderBy('live').primaryKeys()]);
  const shown = new Set(live);
  const rows = await view.bulkGet(all.filter((id) => !shown.has(id)));
  const sessions = await sessionsOf(store, rows);
  return rows.flatMap((row): DeletedRow[] => {
    if (!row?.deletedAt || row.ownerId !== store.userId || ('exercise' in row && !sessions.has(row.videoId))) return [];
    const daysLeft = Math.ceil((Date.parse(row.deletedAt) + DELETED_KEPT_DAYS * DAY_MS - now) / DAY_MS);
    if (daysLeft <= 0) return [];
    return [{ entity, id: row.id, name: nameOf(row), deletedAt: row.deletedAt, daysLeft }];
  });
}

function nameOf(row: StoredRow<Restorable>): string {
  if ('title' in row) return row.title;
  if ('exercises' in row) return row.exercises.map(({ exercise }) => exercise).join(', ') || row.day;
  if (!('exercise' in row)) return row.name;
  return [row.exercise, resultWords(repsWithHits(row))].filter(Boolean).join(', ');
}

/** Ids of the sessions of these sets that are not deleted: a set returns only to its session. */
async function sessionsOf(store: Store, rows: readonly (StoredRow<Restorable> | undefined)[]): Promise<Set<string>> {
  const ids = rows.flatMap((row) => (row && 'exercise' in row ? [row.videoId] : []));
  const sessions = await store.view('videos').bulkGet(ids);
  return new Set(sessions.flatMap((session) => (session && !session.deletedAt ? [session.id] : [])));
}
