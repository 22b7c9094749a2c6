import { eq, sql } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import type { FeedKind } from '../contract/sync-protocol.ts';
import { among } from '../db/among.ts';
import type { Queryable } from '../db/database.ts';
import { comments, conflicts, cues, dogs, plans, programs, sets, trials, videos } from '../db/tables/training.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { blocks, friendships, users } from '../db/tables/people.ts';
import { reports } from '../db/tables/reports.ts';
import { reportFor } from '../reports/report-for.ts';
import {
  serializeBlock,
  serializeComment,
  serializeConflict,
  serializeCue,
  serializeDog,
  serializeFriendship,
  serializePartnerDog,
  serializePerson,
  serializePlan,
  serializeProfile,
  serializeProgram,
  serializeSet,
  serializeTrial,
  serializeVideo,
} from '../serialize-rows.ts';

/** The reader's view: feed `kind` of person `ownerId`. */
export interface FeedReader {
  kind: FeedKind;
  ownerId: string;
}

/** A row as a feed may show it; null if it does not belong in this feed, whatever the entry says. */
export type FeedRow = (reader: FeedReader) => object | null;

type ReadRows = (db: Queryable, ids: string, readerId: string) => Promise<[string, FeedRow][]>;

const ownOnly =
  <Row extends { id: string; ownerId: string }>(serialize: (row: Row) => object) =>
  (row: Row): [string, FeedRow] => [row.id, ({ kind, ownerId }) => (kind === 'own' && row.ownerId === ownerId ? serialize(row) : null)];

const READ_ROWS: Record<EntityName, ReadRows> = {
  profile: async (db, ids) =>
    (await db.select().from(users).where(among(users.id, ids)).prepare('feed_profile').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => (kind === 'own' && row.id === ownerId ? serializeProfile(row) : null),
    ]),
  people: async (db, ids) =>
    (await db.select().from(users).where(among(users.id, ids)).prepare('feed_people').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => (kind === 'shown' && row.id === ownerId ? serializePerson(row) : null),
    ]),
  friendships: async (db, ids, readerId) => {
    const other = sql`case when ${friendships.userId} = ${readerId}::uuid then ${friendships.friendId} else ${friendships.userId} end`;
    const found = await db
      .select({ friendship: friendships, other: users })
      .from(friendships)
      .innerJoin(users, eq(users.id, other))
      .where(among(friendships.id, ids))
      .prepare('feed_friendships')
      .execute();
    return found.map(({ friendship, other }) => [
      friendship.id,
      ({ kind, ownerId }) =>
        kind === 'inbox' && [friendship.userId, friendship.friendId].includes(ownerId) && !other.removedAt
          ? serializeFriendship(friendship, other)
          : null,
    ]);
  },
  blocks: async (db, ids) =>
    (await db.select().from(blocks).where(among(blocks.id, ids)).prepare('feed_blocks').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => (kind === 'own' && row.userId === ownerId ? serializeBlock(row) : null),
    ]),
  reports: async (db, ids) =>
    (await db.select().from(reports).where(among(reports.id, ids)).prepare('feed_reports').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => (kind === 'own' ? reportFor(row, ownerId) : null),
    ]),
  dogs: async (db, ids) =>
    (await db.select().from(dogs).where(among(dogs.id, ids)).prepare('feed_dogs').execute()).map(ownOnly(serializeDog)),
  partnerDogs: async (db, ids) =>
    (await db.select().from(dogs).where(among(dogs.id, ids)).prepare('feed_partner_dogs').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => (kind === 'shown' && row.ownerId === ownerId && !row.deletedAt ? serializePartnerDog(row) : null),
    ]),
  cues: async (db, ids) =>
    (await db.select().from(cues).where(among(cues.id, ids)).prepare('feed_cues').execute()).map(ownOnly(serializeCue)),
  programs: async (db, ids) =>
    (await db.select().from(programs).where(among(programs.id, ids)).prepare('feed_programs').execute()).map(ownOnly(serializeProgram)),
  videos: async (db, ids) =>
    (await db.select().from(videos).where(among(videos.id, ids)).prepare('feed_videos').execute()).map((row) => [
      row.id,
      // The owner's devices keep deleted sessions for Undo and Recently deleted; partners lose them.
      ({ kind, ownerId }) =>
        row.ownerId === ownerId && (kind === 'own' || !(row.deletedAt || row.takenDown)) ? serializeVideo(row) : null,
    ]),
  comments: async (db, ids, readerId) => {
    const isHidden = isBlocked(comments.userId, sql`${readerId}::uuid`);
    const found = await db
      .select({ comment: comments, sessionOwnerId: videos.ownerId, isHidden: sql<boolean>`${isHidden}` })
      .from(comments)
      .innerJoin(videos, eq(videos.id, comments.videoId))
      .where(among(comments.id, ids))
      .prepare('feed_comments')
      .execute();
    return found.map(({ comment, sessionOwnerId, isHidden: hidden }) => [
      comment.id,
      ({ kind, ownerId }) =>
        sessionOwnerId === ownerId && !hidden && (kind === 'own' || !comment.deletedAt) ? serializeComment(comment) : null,
    ]);
  },
  sets: async (db, ids) =>
    (await db.select().from(sets).where(among(sets.id, ids)).prepare('feed_sets').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => (row.ownerId === ownerId && (kind === 'own' || !row.deletedAt) ? serializeSet(row) : null),
    ]),
  plans: async (db, ids) =>
    (await db.select().from(plans).where(among(plans.id, ids)).prepare('feed_plans').execute()).map(ownOnly(serializePlan)),
  trials: async (db, ids) =>
    (await db.select().from(trials).where(among(trials.id, ids)).prepare('feed_trials').execute()).map((row) => [
      row.id,
      ({ kind, ownerId }) => {
        if (row.ownerId !== ownerId) return null;
        if (kind === 'own') return serializeTrial(row);
        // Partners learn nothing of a dog that no session names (R55).
        return row.shownToPartners && !row.deletedAt ? { ...serializeTrial(row), dogId: null } : null;
      },
    ]),
  conflicts: async (db, ids) =>
    (await db.select().from(conflicts).where(among(conflicts.id, ids)).prepare('feed_conflicts').execute()).map(ownOnly(serializeConflict)),
};

/** Reads rows of one entity by id. The caller bounds their number (R161). */
export async function readFeedRows(
  db: Queryable,
  entity: EntityName,
  ids: readonly string[],
  readerId: string,
): Promise<Map<string, FeedRow>> {
  return new Map(await READ_ROWS[entity](db, JSON.stringify([...new Set(ids)]), readerId));
}
