import { hasCode } from './has-code.ts';

/** SQLSTATE disk_full: of PostgreSQL, and of an embedded database that keeps its reserve. */
const DISK_FULL = '53100';

/** The embedded database takes no changes, because its disk is almost full. It still reads. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull';
  readonly code = DISK_FULL;
}

/** Whether the database has no space for a change. Nothing has happened, and a retry may succeed once there is space. */
export const isDatabaseFull = (error: unknown): boolean => hasCode(error, DISK_FULL);
