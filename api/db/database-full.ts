/** SQLSTATE disk_full: of PostgreSQL, and of an embedded database that keeps its reserve. */
const DISK_FULL = '53100';

/** The embedded database takes no changes, because its disk is almost full. It still reads. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull';
  readonly code = DISK_FULL;
}

/** Whether the database has no space for a change. Nothing has happened, and a retry may succeed once there is space. */
export function isDatabaseFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ((at as { code?: unknown }).code === DISK_FULL) return true;
  return false;
}
