import type { AnyRow } from '../../api/contract/entities.ts';

/**
 * Whether a row from the server is older than the confirmed row `held`, so that a newer one is still to come. A recreated
 * row counts its versions from the start.
 */
export const isOvertaken = (row: AnyRow, held: AnyRow): boolean => row.version < held.version && !isMadeAgain(row, held);

/** Whether the row was lost since and recreated under the same id, which shows in its later creation time. */
export const isMadeAgain = (row: AnyRow, held: AnyRow): boolean => bornAt(row) > bornAt(held);

const bornAt = (row: AnyRow): string => ('createdAt' in row ? row.createdAt : '');
