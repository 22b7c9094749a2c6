import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import { KEY_KEPT_DAYS, TOMBSTONE_KEPT_DAYS } from '../contract/limits.ts';
import { type EntityThatIs, ROW_POLICIES } from '../contract/row-policies.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { comments, conflicts, cues, dogs, plans, programs, sets, trials, videos } from '../db/tables/training.ts';
import { isNotHeld } from '../reports/held.ts';
import type { Services } from '../services.ts';
import { inBatches } from '../sweep-time.ts';
import { forgetAnswers } from './forget-answers.ts';
import { type Raise, raiseFeeds } from './raise-feeds.ts';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;
const KEYS_AT_ONCE = 5_000;
const TOMBSTONES_AT_ONCE = 5_000;
const TOMBSTONES_A_RUN = 200_000;

type SweepServices = Pick<Services, 'db' | 'now' | 'newId' | 'serverRun'> & {
  /** Time limit per step; one minute by default. */
  stepMs?: number;
};

/**
 * Deletes rows that are old enough at `agesUntil`: stored answers, deleted rows and row tombstones. Any replica may run it at
 * any time; it is meant to run hourly. Each step is limited in time.
 */
export async function sweepFeeds(services: SweepServices, agesUntil: Date): Promise<void> {
  const daysBefore = (days: number) => new Date(agesUntil.getTime() - days * DAY_MS);
  await inBatches(services.stepMs, KEYS_AT_ONCE, () => dropKeys(services, daysBefore(KEY_KEPT_DAYS)));
  // Stored answers go before the rows, because no copy of a row's text may outlive it (R169).
  if (!(await forgetAnswers(services))) return;
  for (const [entity, purge] of Object.entries(PURGES) as [Purgeable, Purge][]) {
    const before = daysBefore(ROW_POLICIES[entity].keptDays);
    await inBatches(services.stepMs, ROWS_AT_ONCE, () => inTransaction(services, (tx) => purge(tx, before, services.now())));
  }
  await dropTombstones(services, daysBefore(TOMBSTONE_KEPT_DAYS));
}

async function dropKeys({ db }: SweepServices, before: Date): Promise<number> {
  const dropped = await rowsOf(
    db,
    sql`delete from idempotency_keys where (user_id, key) in (
          select user_id, key from idempotency_keys
          where created_at < ${before.toISOString()}::text::timestamptz order by created_at limit ${KEYS_AT_ONCE}::int)
        returning key`,
  );
  return dropped.length;
}

interface Purged {
  rows: number;
  raises: Raise[];
}

type Purgeable = EntityThatIs<'keptDays', number>;
type Purge = (tx: Transaction, before: Date, now: Date) => Promise<Purged>;

async function inTransaction(services: SweepServices, purge: (tx: Transaction) => Promise<Purged>): Promise<number> {
  return services.db.transaction(async (tx) => {
    const { rows, raises } = await purge(tx);
    await raiseFeeds(tx, services, raises);
    return rows;
  });
}

const gone = (userId: string, entity: EntityName, rowId: string): Raise => ({ kind: 'own', userId, entity, rowId, gone: true });

/** Displaced values hold text of their row, so they go with it. */
async function purgeConflictsOf(tx: Transaction, rowIds: string[]): Promise<Raise[]> {
  const theirs = await tx
    .delete(conflicts)
    .where(inArray(conflicts.entityId, rowIds))
    .returning({ id: conflicts.id, ownerId: conflicts.ownerId });
  return theirs.map(({ id, ownerId }) => gone(ownerId, 'conflicts', id));
}

/** Sessions that no longer have media. Their comments and sets are deleted with them. */
async function purgeSessions(tx: Transaction, before: Date, now: Date): Promise<Purged> {
  const doomed = await tx
    .select({ id: videos.id, ownerId: videos.ownerId })
    .from(videos)
    .where(and(lt(videos.deletedAt, before), isNull(videos.videoUrl), eq(videos.thumbnailUrl, ''), isNotHeld(videos.id, now)))
    .limit(ROWS_AT_ONCE)
    .for('update', { skipLocked: true });
  if (doomed.length === 0) return { rows: 0, raises: [] };
  const ids = doomed.map(({ id }) => id);
  const owners = new Map(doomed.map(({ id, ownerId }) => [id, ownerId]));
  const theirs = await tx.delete(comments).where(inArray(comments.videoId, ids)).returning({ id: comments.id, videoId: comments.videoId });
  const counted = await tx.delete(sets).where(inArray(sets.videoId, ids)).returning({ id: sets.id, ownerId: sets.ownerId });
  await tx.delete(videos).where(inArray(videos.id, ids));
  const raises = [
    ...(await purgeConflictsOf(tx, [...ids, ...counted.map(({ id }) => id)])),
    ...counted.map(({ id, ownerId }) => gone(ownerId, 'sets', id)),
    ...doomed.map(({ id, ownerId }) => gone(ownerId, 'videos', id)),
    ...theirs.map(({ id, videoId }) => gone(owners.get(videoId) ?? '', 'comments', id)),
  ];
  return { rows: doomed.length, raises };
}

async function purgeComments(tx: Transaction, before: Date, now: Date): Promise<Purged> {
  const doomed = await tx
    .select({ id: comments.id, ownerId: videos.ownerId })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(and(lt(comments.deletedAt, before), isNotHeld(comments.id, now)))
    .limit(ROWS_AT_ONCE)
    .for('update', { of: comments, skipLocked: true });
  if (doomed.length === 0) return { rows: 0, raises: [] };
  await tx.delete(comments).where(
    inArray(
      comments.id,
      doomed.map(({ id }) => id),
    ),
  );
  return { rows: doomed.length, raises: doomed.map(({ id, ownerId }) => gone(ownerId, 'comments', id)) };
}

const purgeOf =
  (
    table: typeof cues | typeof programs | typeof dogs | typeof sets | typeof plans | typeof trials | typeof conflicts,
    entity: Purgeable,
  ): Purge =>
  async (tx, before, now) => {
    const doomed = await tx
      .select({ id: table.id, ownerId: table.ownerId })
      .from(table)
      .where(and(lt(table.deletedAt, before), table === cues ? isNotHeld(table.id, now) : undefined))
      .limit(ROWS_AT_ONCE)
      .for('update', { skipLocked: true });
    if (doomed.length === 0) return { rows: 0, raises: [] };
    const ids = doomed.map(({ id }) => id);
    await tx.delete(table).where(inArray(table.id, ids));
    const raises = doomed.map(({ id, ownerId }) => gone(ownerId, entity, id));
    return { rows: doomed.length, raises: [...raises, ...(await purgeConflictsOf(tx, ids))] };
  };

const PURGES: Readonly<Record<Purgeable, Purge>> = {
  videos: purgeSessions,
  comments: purgeComments,
  cues: purgeOf(cues, 'cues'),
  programs: purgeOf(programs, 'programs'),
  dogs: purgeOf(dogs, 'dogs'),
  sets: purgeOf(sets, 'sets'),
  plans: purgeOf(plans, 'plans'),
  trials: purgeOf(trials, 'trials'),
  conflicts: purgeOf(conflicts, 'conflicts'),
};

/**
 * Two steps, one run apart. First the horizon is raised, so cursors below it read from the start. The next run deletes
 * the tombstones, when no pull that read the old horizon is still running. Both handle the oldest first.
 */
async function dropTombstones({ db, stepMs }: SweepServices, before: Date): Promise<void> {
  const oldest = (atOnce: number) => sql`
    select feed, entity, row_id, position from feed_entries
    where gone and at < ${before.toISOString()}::text::timestamptz order by at limit ${atOnce}::int`;
  await inBatches(stepMs, TOMBSTONES_AT_ONCE, async () => {
    const dropped = await rowsOf(
      db,
      sql`delete from feed_entries where (feed, entity, row_id) in (
            select old.feed, old.entity, old.row_id
            from (${oldest(TOMBSTONES_AT_ONCE)}) as old join feeds on feeds.name = old.feed and old.position <= feeds.horizon)
          returning entity`,
    );
    return dropped.length;
  });
  await rowsOf(
    db,
    sql`update feeds set horizon = past.position
        from (select feed, max(position) as position from (${oldest(TOMBSTONES_A_RUN)}) as old group by feed) as past
        where feeds.name = past.feed and feeds.horizon < past.position`,
  );
}
