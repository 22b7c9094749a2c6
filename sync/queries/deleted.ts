import { DELETED_KEPT_DAYS } from '../../api/contract/limits.ts';
import type { Store } from '../store/store.ts';

/** Rows that their author can restore. */
export type Restorable = 'videos' | 'dogs' | 'cues' | 'programs';
const RESTORABLE: readonly Restorable[] = ['videos', 'dogs', 'cues', 'programs'];

export interface DeletedRow {
  entity: Restorable;
  id: string;
  /** The row's title or name. */
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
  return rows.flatMap((row): DeletedRow[] => {
    if (!row?.deletedAt || row.ownerId !== store.userId) return [];
    const daysLeft = Math.ceil((Date.parse(row.deletedAt) + DELETED_KEPT_DAYS * DAY_MS - now) / DAY_MS);
    if (daysLeft <= 0) return [];
    return [{ entity, id: row.id, name: 'title' in row ? row.title : row.name, deletedAt: row.deletedAt, daysLeft }];
  });
}
