import pg from 'pg';
import { openPostgres, type OpenDatabase } from '../db/open.ts';
import { freshPostgresUrl } from './describe-on-both-databases.ts';

/** A row that a statement found or wrote, by its table and its owner. */
export interface TouchedRow {
  table: string;
  /** Id of the person whose row it is, or both ids of a pair; null if it is no one's. */
  owner: string | null;
}

export interface WatchedDatabase {
  database: OpenDatabase;
  /** Forgets the rows so far. */
  restart(): Promise<void>;
  touched(): Promise<TouchedRow[]>;
  /** Lets the planner know how large a table is. */
  analyze(table: string): Promise<void>;
  close(): Promise<void>;
}

/** These ask about rows that they then do not find. */
const AVOIDED = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];

/**
 * A database on PostgreSQL that notes whose rows each statement finds or writes: it is opened as a user to whom a policy on
 * every table applies, and the policy writes down each row that it is asked about, after all other conditions of a statement.
 * Rows that a statement reads in vain, checks of foreign keys, and transactions that are rolled back leave no note.
 */
export async function openWatchedDatabase(): Promise<WatchedDatabase> {
  const url = new URL(await freshPostgresUrl());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const role = `watched_${url.pathname.slice(1)}`;
  await client.query(`
    create role ${role} login;
    grant all on all tables in schema public to ${role};
    grant all on all sequences in schema public to ${role};
    create unlogged table touched_rows (name text, owner text);
    create function touches(name text, owner text) returns boolean language plpgsql volatile security definer cost 100000 as $$
      begin insert into touched_rows values (name, owner); return true; end $$;
  `);
  // Otherwise PostgreSQL asks the policy before conditions that could leak what it hides, and so about rows that no plan reads.
  await client.query('update pg_proc set proleakproof = true');
  for (const setting of AVOIDED) await client.query(`alter role ${role} set ${setting} = off`);
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name <> 'touched_rows' group by table_name`);
  for (const { name, columns } of tables) {
    const asked = `touches('${name}', ${ownerOf(name, columns)})`;
    // New statistics during the tests would change plans.
    await client.query(`
      alter table ${name} set (autovacuum_enabled = off);
      alter table ${name} enable row level security;
      create policy watch on ${name} for all to ${role} using (${asked}) with check (${asked})`);
  }
  url.username = role;
  const database = await openPostgres(url.href);
  return {
    database,
    restart: async () => void (await client.query('delete from touched_rows')),
    analyze: async (table) => void (await client.query(`analyze ${table}`)),
    async touched() {
      const { rows } = await client.query<{ name: string; owner: string | null }>('select distinct name, owner from touched_rows');
      return rows.map(({ name, owner }) => ({ table: name, owner }));
    },
    async close() {
      await database.close();
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
      await client.end();
    },
  };
}

/** SQL for the person whose row it is. */
function ownerOf(table: string, columns: readonly string[]): string {
  if (table === 'users') return 'id::text';
  if (table === 'friendships') return "user_id || ' ' || friend_id";
  // 'own:<id>', 'shown:<id>'
  if (table === 'feeds') return "split_part(name, ':', 2)";
  if (table === 'feed_entries') return "split_part(feed, ':', 2)";
  const column = ['owner_id', 'user_id', 'admin_id'].find((name) => columns.includes(name));
  return column ? `${column}::text` : 'null';
}
