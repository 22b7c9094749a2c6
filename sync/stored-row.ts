import type { EntityName, EntityRow } from '../api/contract/entities.ts';
import { trainingDay } from '../api/contract/training-day.ts';

/**
 * A row of the view with what the device adds for its indexes. IndexedDB leaves a row out of an index whose key it
 * lacks: deleted rows have no `live`, so that lists never walk over them.
 */
export type StoredRow<E extends EntityName = EntityName> = EntityRow<E> & {
  /** The feed that brought the row, or will. */
  feed: string;
  /** What lists sort by: trainedAt of sessions, createdAt of all else. Absent when deleted. */
  live?: string;
  /** Of sessions: whose list they stand in. */
  shelf?: 'mine' | 'partners';
  /** Of live sessions: the training day, YYYY-MM-DD. */
  day?: string;
};

/** What any row may carry, as far as indexes need it. */
interface Sortable {
  ownerId?: string;
  createdAt?: string;
  deletedAt?: string | null;
  trainedAt?: string;
  trainedZone?: string;
}

export function storedRow<E extends EntityName>(entity: E, row: EntityRow<E>, feed: string, userId: string): StoredRow<E> {
  const sortable = row as Sortable;
  const added: { feed: string; live?: string; shelf?: 'mine' | 'partners'; day?: string } = { feed };
  const live = sortable.deletedAt ? undefined : (sortable.trainedAt ?? sortable.createdAt);
  if (live !== undefined) added.live = live;
  if (entity === 'videos') {
    added.shelf = sortable.ownerId === userId ? 'mine' : 'partners';
    if (live !== undefined) added.day = trainingDay(live, sortable.trainedZone ?? 'UTC');
  }
  return { ...row, ...added };
}

/** The row as the contract knows it. */
export function plainRow<E extends EntityName>(stored: StoredRow<E>): EntityRow<E> {
  const { feed: _feed, live: _live, shelf: _shelf, day: _day, ...row } = stored;
  return row as unknown as EntityRow<E>;
}
