import { and, count, countDistinct, gt, inArray, isNull, sql, sum } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustBeAdmin } from '../auth/require-access.ts';
import { readBackupNotes } from '../backup/backup-notes.ts';
import { ListQuery, ONLINE_CALLS } from '../contract/online-calls.ts';
import type { Account, BackupState, ServerState } from '../contract/server-page.ts';
import { diskSpaceOf } from '../db/free-bytes.ts';
import { RELEASES } from '../db/releases.ts';
import { rowsOf } from '../db/rows-of.ts';
import { signIns } from '../db/tables/auth.ts';
import { objects } from '../db/tables/media.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { findMistakes } from '../doctor/find-mistakes.ts';
import { countJobs } from '../media/derived/job-counts.ts';
import { countStored } from '../media/maintenance/stored-kinds.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeDeviceUser } from './device-user.ts';
import { answerList, type Keyset, LAST_MOMENT, momentCursor, parseQuery } from './list-page.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';

const DAY_MS = 86_400_000;
/** The place in the list of people without a sign-in. */
const NEVER = new Date(0);

/** The page 'Server', for admins (R368). */
export function serverPageRoutes(services: Services): Hono<AppEnv> {
  const { db, media } = services;
  /** Checks ask other servers, so pages that ask at the same time share one run. */
  let finding: Promise<string[]> | null = null;

  return new Hono<AppEnv>()
    .get('/api/admin/server', async (c) => {
      mustBeDeviceUser(c, mustBeAdmin);
      return c.json(await readState(services));
    })
    .get('/api/admin/server/mistakes', async (c) => {
      mustBeDeviceUser(c, mustBeAdmin);
      finding ??= findMistakes(services).finally(() => (finding = null));
      return c.json({ mistakes: await finding });
    })
    .get('/api/admin/people', async (c) => {
      mustBeDeviceUser(c, mustBeAdmin);
      const query = parseQuery(c, ListQuery);
      const keysetOf = ({ usedAt, id }: Found): Keyset => ({ key: usedAt, id });
      return answerList(c, query, momentCursor(query, LAST_MOMENT), (part) => listPeople(services, part), keysetOf, toAccount);
    })
    .post('/api/admin/server/reclaim', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeAdmin);
      const { what } = parsePayload(ONLINE_CALLS['admin.reclaim'].payload, await readJson(c));
      return c.json({ files: await media.reclaim(what, userId) });
    })
    .post('/api/admin/server/retry', async (c) => {
      mustBeDeviceUser(c, mustBeAdmin);
      return c.json({ jobs: await media.deriveAgain() });
    });

  async function readState({ env, now, log }: Services): Promise<ServerState> {
    const since = new Date(now().getTime() - DAY_MS);
    const [recent] = await db
      .select({ people: countDistinct(signIns.userId) })
      .from(signIns)
      .where(gt(signIns.lastUsedAt, since));
    const [size] = await rowsOf<{ bytes: string }>(db, sql`select pg_database_size(current_database())::text as bytes`);
    const [erasures] = await db.select({ left: count() }).from(erasedAccounts).where(isNull(erasedAccounts.doneAt));
    const { oldestAt, ...jobs } = await countJobs(services);
    return {
      version: RELEASES.at(-1)!.release,
      startedAt: new Date(performance.timeOrigin).toISOString(),
      people: { total: await db.$count(users, notErased), recent: recent?.people ?? 0 },
      disk: { ...diskSpaceOf(env.dataDir), hasMedia: env.objectStore === null, hasDatabase: env.databaseUrl === null },
      databaseBytes: Number(size?.bytes ?? 0),
      ...(await countStored({ db, store: media.store, log })),
      derivations: { ...jobs, oldestAt: oldestAt?.toISOString() ?? null },
      erasures: erasures?.left ?? 0,
      backups: await backupState(services),
    };
  }
}

/** Accounts that are being erased are no one's any more. */
const notErased = sql`not exists (select 1 from ${erasedAccounts} where ${erasedAccounts.userId} = ${users.id})`;

interface Found extends Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'bytes'> {
  /** In ISO format, with milliseconds. */
  usedAt: string;
}

/** People by last use, the latest first. */
async function listPeople({ db }: Services, { key, id, limit }: Keyset & { limit: number }): Promise<Found[]> {
  // Whole milliseconds, as in the cursor.
  const usedAt = sql`coalesce(max(date_trunc('milliseconds', s.last_used_at)), ${NEVER.toISOString()}::timestamptz)`;
  const found = await rowsOf<{ id: string; email: string | null; first: string | null; last: string | null; used: string }>(
    db,
    sql`
      select users.id, users.email, users.first_name as first, users.last_name as last,
        to_char(${usedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as used
      from users left join sign_ins s on s.user_id = users.id
      where ${notErased}
      group by users.id
      having (${usedAt}, users.id) < (${key}::text::timestamptz, ${id}::text::uuid)
      order by ${usedAt} desc, users.id desc
      limit ${limit}`,
  );
  const sizes = await db
    .select({ ownerId: objects.ownerId, bytes: sum(objects.servedSize) })
    .from(objects)
    .where(
      and(
        inArray(
          objects.ownerId,
          found.map((person) => person.id),
        ),
        isNull(objects.derivedFrom),
      ),
    )
    .groupBy(objects.ownerId);
  const bytesOf = new Map(sizes.map(({ ownerId, bytes }) => [ownerId, Number(bytes)]));
  return found.map(({ first, last, used, ...person }) => ({
    ...person,
    firstName: first,
    lastName: last,
    usedAt: used,
    bytes: bytesOf.get(person.id) ?? 0,
  }));
}

const toAccount = ({ usedAt, ...person }: Found): Account => ({ ...person, lastUsedAt: usedAt === NEVER.toISOString() ? null : usedAt });

async function backupState({ db, env }: Pick<Services, 'db' | 'env'>): Promise<BackupState> {
  const { backedUpAt, lost, failedAt, failure } = await readBackupNotes(db);
  return {
    nightly: env.backup !== null,
    workedAt: backedUpAt?.toISOString() ?? null,
    lost,
    failedAt: failedAt?.toISOString() ?? null,
    failure,
  };
}
