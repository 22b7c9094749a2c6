import { sql } from 'drizzle-orm';
import type { WhatGoes } from '../contract/account-deletion.ts';
import type { Database } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';

/**
 * Counts what goes with an account. Rows in 'Recently deleted' go too, and are not counted: their person has deleted them. Their
 * files are, because they still take space.
 */
export async function whatGoes(db: Database, userId: string): Promise<WhatGoes> {
  const own = (table: string) =>
    sql`(select count(*)::int from ${sql.identifier(table)} where owner_id = ${userId}::uuid and deleted_at is null)`;
  const files = sql`from objects where owner_id = ${userId}::uuid and derived_from is null`;
  const [counts] = await rowsOf<Omit<WhatGoes, 'fileBytes'> & { fileBytes: string }>(
    db,
    sql`select ${own('videos')} as sessions, ${own('dogs')} as dogs, ${own('cues')} as cues, ${own('programs')} as programs,
          ${own('plans')} as plans, ${own('trials')} as trials,
          (select count(*)::int from comments where user_id = ${userId}::uuid and deleted_at is null) as comments,
          (select count(*)::int ${files}) as files,
          (select coalesce(sum(served_size), 0)::text ${files}) as "fileBytes"`,
  );
  return { ...counts!, fileBytes: Number(counts!.fileBytes) };
}
