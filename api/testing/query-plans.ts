import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Counted } from './count-queries.ts';

/** Tables that a plan reads from beginning to end. */
const scansIn = (plan: unknown): string[] =>
  [...JSON.stringify(plan).matchAll(/\\?"Node Type\\?":\s*\\?"Seq Scan\\?".*?\\?"Relation Name\\?":\s*\\?"(\w+)/g)].map(([, name = '']) => name);

/** In the plan that a prepared statement may settle for after a few runs, whatever its values are. */
export async function genericScans(db: Database, queries: Counted['queries']): Promise<string[]> {
  const scans: string[] = [];
  for (const { sql: text } of queries) scans.push(...scansIn(await rowsOf(db, sql.raw(`explain (generic_plan, format json) ${text}`))));
  return scans;
}

/** In the plans for exactly these values. */
export async function sequentialScans(db: Database, queries: Counted['queries']): Promise<string[]> {
  const scans: string[] = [];
  for (const query of queries) scans.push(...scansIn(await rowsOf(db, sql`explain (format json) ${withValues(query)}`)));
  return scans;
}

function withValues({ sql: text, params }: Counted['queries'][number]): SQL {
  const values = params.map((value) => (value instanceof Date ? value.toISOString() : value));
  const parts = text.split(/\$(\d+)/g);
  return sql.join(parts.map((part, place) => (place % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))), sql.raw(''));
}
