/** Rows deleted at once. If the process ends, fewer than 20 files, derived ones included, are left without a row. */
export const ROWS_AT_ONCE = 4;

/**
 * Removes the files of deleted rows. Continues after an error; a later sweep sets leftover files aside.
 * @throws the first error, after trying all: the caller must not delete more rows while the store fails
 */
export async function removeFiles(names: Iterable<string>, remove: (name: string) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const name of names) await remove(name).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
