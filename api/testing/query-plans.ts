import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Counted } from './count-queries.ts';

/** Tables that a plan scans sequentially. */
const scansIn = (plan: unknown): string[] =>
  [...JSON.stringify(plan).matchAll(/\\?"Node Type\\?":\s*\\?"Seq Scan\\?".*?\\?"Relation Name\\?":\s*\\?"(\w+)/g)].map(
    ([, name = '']) => name,
  );

/**
 * Scans in the generic plan, which PostgreSQL may choose for a prepared statement after a few runs. PostgreSQL 15 shows it
 * only for a statement that was prepared in SQL.
 */
export function genericScans(db: Database, queries: Counted['queries']): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    const scans: string[] = [];
    for (const { sql: text } of queries) {
      const values = Array.from({ length: parametersOf(text) }, () => 'null').join();
      await tx.execute(sql.raw(`prepare planned as ${text}`));
      scans.push(...scansIn(await rowsOf(tx, sql.raw(`explain (format json) execute planned${values && `(${values})`}`))));
      await tx.execute(sql`deallocate planned`);
    }
    return scans;
  });
}

const parametersOf = (text: string) => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));

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
