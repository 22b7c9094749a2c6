import type { EntityName, EntityRow } from '../../api/contract/entities.ts';
import { isOpen } from '../../api/contract/planned.ts';
import { trainingDay } from '../../api/contract/training-day.ts';

/**
 * A row of the view with the device's index fields. IndexedDB omits rows without an index's key from that index:
 * deleted rows have no `live`, so lists never scan them.
 */
export type StoredRow<E extends EntityName = EntityName> = EntityRow<E> & {
  /** The feed that brought the row, or will bring it. */
  feed: string;
  /** Sort key of lists: trainedAt for sessions, createdAt otherwise. Absent when deleted. */
  live?: string;
  /** For sessions: the list that the session belongs to. */
  shelf?: 'mine' | 'partners';
  /** For live sessions: the training day, YYYY-MM-DD. */
  day?: string;
  /** For live plans of which something may be left to do: their day. */
  open?: string;
};

/** Fields that the indexes need, which any row may have. */
interface Sortable {
  ownerId?: string;
  createdAt?: string;
  deletedAt?: string | null;
  trainedAt?: string;
  trainedZone?: string;
}

export function storedRow<E extends EntityName>(entity: E, row: EntityRow<E>, feed: string, userId: string): StoredRow<E> {
  const sortable = row as Sortable;
  const added: { feed: string; live?: string; shelf?: 'mine' | 'partners'; day?: string; open?: string } = { feed };
  const live = sortable.deletedAt ? undefined : (sortable.trainedAt ?? sortable.createdAt);
  if (live !== undefined) added.live = live;
  if (entity === 'videos') {
    added.shelf = sortable.ownerId === userId ? 'mine' : 'partners';
    if (live !== undefined) added.day = trainingDay(live, sortable.trainedZone ?? 'UTC');
  }
  if (entity === 'plans' && live !== undefined && isOpen(row as EntityRow<'plans'>)) added.open = (row as EntityRow<'plans'>).day;
  return { ...row, ...added };
}

/** The row without the device's index fields. */
export function plainRow<E extends EntityName>(stored: StoredRow<E>): EntityRow<E> {
  const { feed: _feed, live: _live, open: _open, shelf, ...row } = stored;
  // Plans and trials have a day of their own.
  if (shelf === undefined) return row as unknown as EntityRow<E>;
  const { day: _day, ...session } = row;
  return session as unknown as EntityRow<E>;
}
