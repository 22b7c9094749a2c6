import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import { DELETED_KEPT_DAYS, KEY_KEPT_DAYS, TOMBSTONE_KEPT_DAYS } from '../contract/limits.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { comments, conflicts, cues, dogs, programs, videos } from '../db/tables/log.ts';
import { idempotencyKeys } from '../db/tables/sync.ts';
import type { Services } from '../services.ts';
import { type Raise, raiseFeeds } from './raise-feeds.ts';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;

type SweepServices = Pick<Services, 'db' | 'now' | 'newId' | 'serverRun'>;

/**
 * Lets go of what has been kept long enough: answers to repeats, deleted rows, and the tombstones of rows. Any replica
 * may run it, at any time; an hour between two runs is meant.
 */
export async function sweepFeeds(services: SweepServices): Promise<void> {
  const daysAgo = (days: number) => new Date(services.now().getTime() - days * DAY_MS);
  await services.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, daysAgo(KEY_KEPT_DAYS)));
  for (const purge of PURGES) {
    while ((await inTransaction(services, (tx) => purge(tx, daysAgo(DELETED_KEPT_DAYS)))) === ROWS_AT_ONCE);
  }
  await dropTombstones(services, daysAgo(TOMBSTONE_KEPT_DAYS));
}

interface Purged {
  rows: number;
  raises: Raise[];
}

async function inTransaction(services: SweepServices, purge: (tx: Transaction) => Promise<Purged>): Promise<number> {
  return services.db.transaction(async (tx) => {
    const { rows, raises } = await purge(tx);
    await raiseFeeds(tx, services, raises);
    return rows;
  });
}

const gone = (userId: string, entity: EntityName, rowId: string): Raise => ({ kind: 'own', userId, entity, rowId, gone: true });

/** Sessions whose media have gone; their comments go with them. */
async function purgeSessions(tx: Transaction, before: Date): Promise<Purged> {
  const doomed = await tx
    .select({ id: videos.id, ownerId: videos.ownerId })
    .from(videos)
    .where(and(lt(videos.deletedAt, before), isNull(videos.videoUrl), eq(videos.thumbnailUrl, '')))
    .limit(ROWS_AT_ONCE)
    .for('update', { skipLocked: true });
  if (doomed.length === 0) return { rows: 0, raises: [] };
  const ids = doomed.map(({ id }) => id);
  const owners = new Map(doomed.map(({ id, ownerId }) => [id, ownerId]));
  const theirs = await tx.delete(comments).where(inArray(comments.videoId, ids)).returning({ id: comments.id, videoId: comments.videoId });
  await tx.delete(videos).where(inArray(videos.id, ids));
  const raises = [
    ...doomed.map(({ id, ownerId }) => gone(ownerId, 'videos', id)),
    ...theirs.map(({ id, videoId }) => gone(owners.get(videoId) ?? '', 'comments', id)),
  ];
  return { rows: doomed.length, raises };
}

async function purgeComments(tx: Transaction, before: Date): Promise<Purged> {
  const doomed = await tx
    .select({ id: comments.id, ownerId: videos.ownerId })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(lt(comments.deletedAt, before))
    .limit(ROWS_AT_ONCE)
    .for('update', { of: comments, skipLocked: true });
  if (doomed.length === 0) return { rows: 0, raises: [] };
  await tx.delete(comments).where(inArray(comments.id, doomed.map(({ id }) => id)));
  return { rows: doomed.length, raises: doomed.map(({ id, ownerId }) => gone(ownerId, 'comments', id)) };
}

const purgeOf =
  (table: typeof cues | typeof programs | typeof dogs | typeof conflicts, entity: 'cues' | 'programs' | 'dogs' | 'conflicts') =>
  async (tx: Transaction, before: Date): Promise<Purged> => {
    const doomed = await tx
      .select({ id: table.id, ownerId: table.ownerId })
      .from(table)
      .where(lt(table.deletedAt, before))
      .limit(ROWS_AT_ONCE)
      .for('update', { skipLocked: true });
    if (doomed.length === 0) return { rows: 0, raises: [] };
    await tx.delete(table).where(inArray(table.id, doomed.map(({ id }) => id)));
    return { rows: doomed.length, raises: doomed.map(({ id, ownerId }) => gone(ownerId, entity, id)) };
  };

const PURGES = [
  purgeSessions,
  purgeComments,
  purgeOf(cues, 'cues'),
  purgeOf(programs, 'programs'),
  purgeOf(dogs, 'dogs'),
  purgeOf(conflicts, 'conflicts'),
];

/**
 * In two steps, a run apart: first the horizon is raised, and cursors below it read from the start; the tombstones go
 * with the next run, when no pull that has read the old horizon is still under way.
 */
async function dropTombstones({ db }: SweepServices, before: Date): Promise<void> {
  const moment = before.toISOString();
  await rowsOf(
    db,
    sql`delete from feed_entries using feeds
        where feeds.name = feed_entries.feed and feed_entries.gone and feed_entries.at < ${moment}::text::timestamptz
          and feed_entries.position <= feeds.horizon`,
  );
  await rowsOf(
    db,
    sql`update feeds set horizon = past.position
        from (
          select feed, max(position) as position from feed_entries
          where gone and at < ${moment}::text::timestamptz group by feed
        ) as past
        where feeds.name = past.feed and feeds.horizon < past.position`,
  );
}
