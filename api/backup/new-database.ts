import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { listTables, quoted } from './read-table.ts';

/** Whether a database has no tables. A new embedded one has them, without rows, from a template (docs/decisions/0138). */
export async function isNewDatabase({ db, kind }: OpenDatabase): Promise<boolean> {
  for (const table of await listTables(db)) {
    if (kind === 'postgres') return false;
    if ((await rowsOf(db, sql.raw(`select 1 from ${quoted(table)} limit 1`))).length > 0) return false;
  }
  return true;
}

/** Removes the template's tables from a new database: a backup may need those of an older version. */
export async function clearNewDatabase({ db }: OpenDatabase): Promise<void> {
  if ((await listTables(db)).length === 0) return;
  for (const statement of ['drop schema public cascade', 'drop schema drizzle cascade', 'create schema public'])
    await db.execute(sql.raw(statement));
}
