import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { BoundIds } from '../media/maintenance/bind-store.ts';
import { listTables } from './read-table.ts';

/** The ids of a database of any version. Null in one from before migration 0011, or before its first start. */
export async function readInstallation(db: Queryable): Promise<BoundIds | null> {
  if (!(await listTables(db)).includes('installation')) return null;
  const [row] = await rowsOf<BoundIds>(db, sql`select id::text, media_store_id::text as "mediaStoreId" from installation`);
  return row ?? null;
}
