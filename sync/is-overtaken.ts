import type { AnyRow } from '../api/contract/entities.ts';

/**
 * Whether a row as the server gave it is older than the confirmed one held: a newer one is on the way then. A row that
 * was deleted, forgotten and made again counts its versions from the start, and is known by its later birth.
 */
export function isOvertaken(row: AnyRow, held: AnyRow): boolean {
  return row.version < held.version && !(bornAt(row) > bornAt(held));
}

const bornAt = (row: AnyRow): string => ('createdAt' in row ? row.createdAt : '');
