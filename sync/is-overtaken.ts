import type { AnyRow } from '../api/contract/entities.ts';

/**
 * Whether a row as the server gave it is older than the confirmed one held: a newer one is on the way then. A row that
 * was made again counts its versions from the start.
 */
export const isOvertaken = (row: AnyRow, held: AnyRow): boolean => row.version < held.version && !isMadeAgain(row, held);

/** Whether the row was lost or forgotten since, and made again under its id: that is known by its later birth. */
export const isMadeAgain = (row: AnyRow, held: AnyRow): boolean => bornAt(row) > bornAt(held);

const bornAt = (row: AnyRow): string => ('createdAt' in row ? row.createdAt : '');
