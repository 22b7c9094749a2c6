import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { fileOfTable, type Manifest } from './manifest.ts';
import { readLines } from './packed-lines.ts';
import { listTables, quoted } from './read-table.ts';

/** The text of one statement: several rows, or one larger one. */
const STATEMENT_LETTERS = 1_000_000;

/**
 * Loads a snapshot into an empty database that has the snapshot's migrations: all rows, or none. The database checks every
 * reference between rows at the end.
 * @param beforeCommit changes the loaded rows, before anyone sees them
 */
export async function loadSnapshot(
  db: Database,
  folder: string,
  { tables }: Pick<Manifest, 'tables'>,
  beforeCommit: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Triggers wrote other rows, which the snapshot holds too.
    for (const table of await listTables(tx)) await tx.execute(sql.raw(`alter table ${quoted(table)} disable trigger user`));
    const references = await dropReferences(tx);
    for (const table of Object.keys(tables)) await loadTable(tx, table, join(folder, fileOfTable(table)));
    for (const { table, name, definition } of references)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`));
    for (const table of await listTables(tx)) await tx.execute(sql.raw(`alter table ${quoted(table)} enable trigger user`));
    await beforeCommit(tx);
  });
  // The planner knows nothing about rows that were never vacuumed.
  await db.execute(sql`analyze`);
}

interface Reference {
  /** As SQL writes it. */
  table: string;
  name: string;
  definition: string;
}

/** Tables may refer to each other and to themselves, so no order of loading would satisfy every foreign key on the way. */
async function dropReferences(tx: Transaction): Promise<Reference[]> {
  const references = await rowsOf<Reference>(
    tx,
    sql`select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of references) await tx.execute(sql.raw(`alter table ${table} drop constraint ${quoted(name)}`));
  return references;
}

async function loadTable(tx: Transaction, table: string, file: string): Promise<void> {
  let rows: string[] = [];
  let letters = 0;
  const insert = async () => {
    if (rows.length > 0)
      await rowsOf(
        tx,
        sql`insert into ${sql.identifier(table)} select * from json_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.join(',')}]`}::text::json)`,
      );
    rows = [];
    letters = 0;
  };
  for await (const row of readLines(file)) {
    rows.push(row);
    letters += row.length;
    if (letters >= STATEMENT_LETTERS) await insert();
  }
  await insert();
}
