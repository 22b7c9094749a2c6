import type { Page } from 'playwright';

/** Number of rows in these tables of the device's database that contain the text, for example an id. */
export const rowsOf = (page: Page, me: string, id: string, tables: readonly string[]) =>
  page.evaluate(
    async ([mine, wanted, names]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(`longline-${mine}`);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('closed'));
      });
      const rows: unknown[] = [];
      for (const name of names) {
        const all = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        rows.push(...all.filter((row) => JSON.stringify(row).includes(wanted)));
      }
      database.close();
      return rows.length;
    },
    [me, id, tables] as const,
  );
