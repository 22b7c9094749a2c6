import { eq, gt, min, sql, sum } from 'drizzle-orm';
import { sizeInWords } from '../backup/in-words.ts';
import type { Database } from '../db/database.ts';
import { freeBytesOf } from '../db/free-bytes.ts';
import { hasTables, isBehind } from '../db/migrate.ts';
import { refuseIfTooOld, whichIsNewer } from '../db/release-of-tables.ts';
import { RELEASES } from '../db/releases.ts';
import { rowsOf } from '../db/rows-of.ts';
import { installation } from '../db/tables/installation.ts';
import { objects } from '../db/tables/media.ts';
import { users } from '../db/tables/people.ts';
import { type Env, SettingsError } from '../env.ts';
import { type BoundIds, mustBeBound } from '../media/maintenance/bind-store.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { checkBackups } from './check-backups.ts';

const DAY_MS = 86_400_000;
const MEASURED_DAYS = 30;
const DAYS_LEFT = 30;
const CLOCKS_APART_S = 60;
const FREE_LEAST = 1_000_000_000;

interface DatabaseServices {
  db: Database;
  env: Pick<Env, 'dataDir' | 'objectStore' | 'backup' | 'publicUrl' | 'adminEmails' | 'smtpUrl' | 'oidc'>;
  store: MediaStore;
  now: () => Date;
}

/** Mistakes that the database shows, one line each. Changes nothing, also in a database of another release. */
export async function checkDatabase(services: DatabaseServices): Promise<string[]> {
  const { db, env, store, now } = services;
  // The server's first start makes them.
  if (!(await hasTables(db))) return [];
  try {
    await refuseIfTooOld(db, RELEASES);
  } catch (error) {
    if (error instanceof SettingsError) return [error.message];
    throw error;
  }
  if (await isBehind(db)) return ['The database is of an older release. The next start of the server migrates it.'];
  const newer = await whichIsNewer(db, RELEASES.at(-1)!);
  const [row] = await db.select().from(installation);
  return [
    ...(newer === null ? [] : [`The database was migrated by Longline ${newer}, which is newer than this one: upgrade again soon.`]),
    ...(row ? await mismatch(store, row) : []),
    ...(await noAdmin(services)),
    ...(await clocksApart(db, now)),
    ...(await fullSoon(services)),
    ...(await checkBackups(db, env)),
  ];
}

/** A store that does not answer has a line of its own. */
const mismatch = (store: MediaStore, bound: BoundIds): Promise<string[]> =>
  mustBeBound(store, bound).then(
    () => [],
    (error: unknown) => (error instanceof SettingsError ? [error.message] : []),
  );

/** On a new server, the first person with a code from the terminal becomes one (R20). */
async function noAdmin({ db, env }: DatabaseServices): Promise<string[]> {
  if (env.adminEmails.length > 0) return [];
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1);
  const [anyone] = await db.select({ id: users.id }).from(users).limit(1);
  const firstBecomesOne = !anyone && env.smtpUrl === undefined && env.oidc === undefined;
  return admin || firstBecomesOne ? [] : ['No one is administrator, so no one can give people access. Set ADMIN_EMAILS.'];
}

async function clocksApart(db: Database, now: () => Date): Promise<string[]> {
  const [row] = await rowsOf<{ ms: string }>(db, sql`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`);
  const seconds = Math.round(Math.abs(Number(row!.ms) - now().getTime()) / 1_000);
  return seconds > CLOCKS_APART_S ? [`The clocks of this machine and of the database are ${seconds} seconds apart. Set both by NTP.`] : [];
}

/** The disk of DATA_DIR. Films fill it at the pace of the last 30 days, unless they are in a bucket. */
async function fullSoon({ db, env, now }: DatabaseServices): Promise<string[]> {
  const free = freeBytesOf(env.dataDir);
  if (free < FREE_LEAST) return [`The disk of DATA_DIR has only ${sizeInWords(free)} left.`];
  if (env.objectStore) return [];
  const since = new Date(now().getTime() - MEASURED_DAYS * DAY_MS);
  const [grown] = await db
    .select({ bytes: sum(objects.servedSize), first: min(objects.createdAt) })
    .from(objects)
    .where(gt(objects.createdAt, since));
  if (!grown?.first) return [];
  const measured = Math.max(1, (now().getTime() - grown.first.getTime()) / DAY_MS);
  const days = Math.floor((free / Number(grown.bytes)) * measured);
  return days < DAYS_LEFT ? [`The disk of DATA_DIR is full in ${days} days, at the pace of the last ${MEASURED_DAYS} days.`] : [];
}
