/** Whether an error, or one that caused it, has this SQLSTATE. Drizzle wraps the errors of the database. */
export function hasCode(error: unknown, sqlState: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ((at as { code?: unknown }).code === sqlState) return true;
  return false;
}
