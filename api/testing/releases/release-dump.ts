import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { rowsOf } from '../../db/rows-of.ts';

/** A database of a release, filled by that release. */
export interface ReleaseDump {
  /** Such as 0.3.0. */
  release: string;
  /** What drizzle notes about each migration that ran, oldest first. */
  migrations: readonly Migration[];
  tables: Tables;
}

interface Migration {
  hash: string;
  createdAt: number;
}

export type Tables = Readonly<Record<string, Table>>;

export interface Table {
  /** In alphabetical order. */
  columns: readonly string[];
  /** Values as PostgreSQL writes them in JSON, in the order of the columns. */
  rows: readonly (readonly unknown[])[];
}

const FOLDER = new URL('./dumps/', import.meta.url);
const EXTENSION = '.jsonl';

export const dumpFile = (release: string): URL => new URL(release + EXTENSION, FOLDER);

/** @returns oldest release first */
export async function readDumps(): Promise<ReleaseDump[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(EXTENSION));
  const dumps = await Promise.all(names.map(async (name) => parseDump(await readFile(new URL(name, FOLDER), 'utf8'))));
  return dumps.toSorted((a, b) => (padded(a.release) < padded(b.release) ? -1 : 1));
}

/** 0.10.0 comes after 0.9.0. */
const padded = (release: string) => release.replaceAll(/\d+/g, (number) => number.padStart(4, '0'));

/** One line for the release, one for each table with its columns, and one for each row. */
export const writeDump = ({ tables, ...release }: ReleaseDump): string =>
  [release, ...Object.entries(tables).flatMap(([table, { columns, rows }]) => [{ table, columns }, ...rows])]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

function parseDump(text: string): ReleaseDump {
  const [release, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const tables: Record<string, { columns: string[]; rows: unknown[][] }> = {};
  let rows: unknown[][] = [];
  for (const line of lines) {
    if (Array.isArray(line)) rows.push(line);
    else {
      const { table, columns } = line as { table: string; columns: string[] };
      tables[table] = { columns, rows: (rows = []) };
    }
  }
  return { ...(release as Omit<ReleaseDump, 'tables'>), tables };
}

/** @returns all tables of the database, in alphabetical order, without drizzle's own */
export async function readTables(db: Queryable): Promise<Tables> {
  const found = await rowsOf<{ name: string; columns: string[] }>(
    db,
    sql`select table_name::text as name, json_agg(column_name::text order by column_name) as columns
      from information_schema.columns where table_schema = 'public' group by table_name order by table_name`,
  );
  const tables: Record<string, Table> = {};
  for (const { name, columns } of found) tables[name] = { columns, rows: await readRows(db, name, columns) };
  return tables;
}

async function readRows(db: Queryable, table: string, columns: readonly string[]): Promise<unknown[][]> {
  const [read] = await rowsOf<{ rows: string }>(
    db,
    sql`select coalesce(json_agg(to_json(read)), '[]')::text as rows from ${sql.identifier(table)} as read`,
  );
  const rows = (JSON.parse(read!.rows) as Record<string, unknown>[]).map((row) => columns.map((column) => row[column]));
  return inOrder(rows);
}

/** Databases return rows in any order. */
export const inOrder = <Row extends readonly unknown[]>(rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);

export type Row = Readonly<Record<string, unknown>>;

export const objectsOf = ({ columns, rows }: Table): Row[] =>
  rows.map((row) => Object.fromEntries(row.map((value, place) => [columns[place]!, value])));

/** The tables and columns of `known`, with the rows of `tables`. */
export const withColumns = (known: Tables, tables: Tables): Tables =>
  Object.fromEntries(
    Object.entries(known).map(([name, { columns }]) => [
      name,
      { columns, rows: inOrder(objectsOf(tables[name] ?? { columns: [], rows: [] }).map((row) => columns.map((column) => row[column]))) },
    ]),
  );

export async function readMigrations(db: Queryable): Promise<Migration[]> {
  const rows = await rowsOf<{ hash: string; created: string }>(
    db,
    sql`select hash, created_at::text as created from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, created }) => ({ hash, createdAt: Number(created) }));
}
