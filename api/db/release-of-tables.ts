import { sql } from 'drizzle-orm';
import { SettingsError } from '../env.ts';
import type { Queryable } from './database.ts';
import type { Release } from './releases.ts';
import { rowsOf } from './rows-of.ts';

// Beside the list of migrations, not in a table of ours: each release must be able to read it before it migrates.
const TABLE = sql.raw('drizzle.longline_release');

/**
 * Refuses to run this build on tables of a release after the next one (R309).
 * @throws SettingsError with one line for the terminal
 */
export async function refuseIfTooOld(db: Queryable, releases: readonly Release[]): Promise<void> {
  const tables = await readRelease(db);
  const { release } = releases.at(-1)!;
  if (!tables || !isOlder(release, tables.oldest)) return;
  throw new SettingsError(
    `The database was migrated by Longline ${tables.release}. This is ${release}, which is more than one release older: start ${tables.oldest} or newer.`,
  );
}

/** The release that migrated the database, if it is newer than this one. Else null. */
export async function whichIsNewer(db: Queryable, { release }: Release): Promise<string | null> {
  const tables = await readRelease(db);
  return tables && isOlder(release, tables.release) ? tables.release : null;
}

/**
 * Notes which release the newest migration came with, and the one before it: the oldest that may run on the tables.
 * @param migrations how many migrations this build has
 */
export async function noteRelease(db: Queryable, releases: readonly Release[], migrations: number): Promise<void> {
  const place = releases.findLastIndex(({ migrationsBefore }) => migrationsBefore < migrations);
  const { release } = releases[place]!;
  const oldest = (releases[place - 1] ?? releases[place]!).release;
  const noted = await readRelease(db);
  // A server of the previous release changes nothing when it starts on newer tables.
  if (noted && !isOlder(noted.oldest, oldest)) return;
  await db.execute(
    sql`create table if not exists ${TABLE} (single boolean primary key default true, release text not null, oldest text not null)`,
  );
  await db.execute(sql`insert into ${TABLE} (release, oldest) values (${release}, ${oldest})
    on conflict (single) do update set release = excluded.release, oldest = excluded.oldest`);
}

async function readRelease(db: Queryable): Promise<{ release: string; oldest: string } | undefined> {
  const [found] = await rowsOf<{ exists: boolean }>(db, sql`select to_regclass('drizzle.longline_release') is not null as exists`);
  if (!found?.exists) return undefined;
  const [row] = await rowsOf<{ release: string; oldest: string }>(db, sql`select release, oldest from ${TABLE}`);
  return row;
}

/** Compares versions such as 0.9.0 and 0.10.0. */
function isOlder(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const differing = parts.findIndex((part, place) => part !== others[place]);
  return differing >= 0 && parts[differing]! < others[differing]!;
}
