/** Rows deleted at once. Fewer than 20 files, also with those derived of them, may lose their row when the process ends. */
export const ROWS_AT_ONCE = 4;

/**
 * Removes the files of deleted rows. An error keeps no other file from going; a file left over is set aside later.
 * @throws the first error, after all were tried: with a store that fails no further rows may go
 */
export async function removeFiles(names: Iterable<string>, remove: (name: string) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const name of names) await remove(name).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
