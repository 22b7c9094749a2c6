import type { EntityName } from '../../../api/contract/entities.ts';
import type { Fields } from './intent.ts';

/** Name of a field for the whole row, in `excused`. */
export const WHOLE_ROW = 'row';

export interface ModelRow {
  entity: EntityName;
  id: string;
  ownerId: string;
  fields: Fields;
  isDeleted: boolean;
  /** The deleted dog that a session or program returns to if it is restored. */
  formerDogId: string | null;
  /** Fields whose parts two people wrote, so that their order is free. */
  mixed: Set<string>;
  /** Fields that a restore or a long absence excuses, or `WHOLE_ROW`. */
  excused: Set<string>;
}

export interface ModelConflict {
  ownerId: string;
  entity: EntityName;
  entityId: string;
  field: string;
  kept: unknown;
  other: unknown;
  isSettled: boolean;
}

export interface ModelFriendship {
  id: string;
  userId: string;
  friendId: string;
  status: string;
}

/** What the server should hold. */
export interface ModelState {
  rows: Map<string, ModelRow>;
  conflicts: ModelConflict[];
  friendships: Map<string, ModelFriendship>;
  /** Keys of the changes that it has applied. */
  applied: Set<string>;
}

export const emptyState = (): ModelState => ({ rows: new Map(), conflicts: [], friendships: new Map(), applied: new Set() });

export const newRow = (entity: EntityName, id: string, ownerId: string, fields: Fields): ModelRow => ({
  entity,
  id,
  ownerId,
  fields,
  isDeleted: false,
  formerDogId: null,
  mixed: new Set(),
  excused: new Set(),
});

export const isExcused = (row: ModelRow | undefined, field: string): boolean =>
  row !== undefined && (row.excused.has(field) || row.excused.has(WHOLE_ROW));
