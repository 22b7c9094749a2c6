import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Counted } from './count-queries.ts';

/** Tables that a plan scans sequentially. */
const scansIn = (plan: unknown): string[] =>
  [...JSON.stringify(plan).matchAll(/\\?"Node Type\\?":\s*\\?"Seq Scan\\?".*?\\?"Relation Name\\?":\s*\\?"(\w+)/g)].map(
    ([, name = '']) => name,
  );

/** Scans in the generic plan, which PostgreSQL may choose for a prepared statement after a few runs. */
export async function genericScans(db: Database, queries: Counted['queries']): Promise<string[]> {
  const scans: string[] = [];
  for (const { sql: text } of queries) scans.push(...scansIn(await rowsOf(db, sql.raw(`explain (generic_plan, format json) ${text}`))));
  return scans;
}

/** Scans in the plans for these exact values. */
export async function sequentialScans(db: Database, queries: Counted['queries']): Promise<string[]> {
  const scans: string[] = [];
  for (const query of queries) scans.push(...scansIn(await rowsOf(db, sql`explain (format json) ${withValues(query)}`)));
  return scans;
}

function withValues({ sql: text, params }: Counted['queries'][number]): SQL {
  const values = params.map((value) => (value instanceof Date ? value.toISOString() : value));
  const parts = text.split(/\$(\d+)/g);
  return sql.join(
    parts.map((part, place) => (place % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))),
    sql.raw(''),
  );
}
