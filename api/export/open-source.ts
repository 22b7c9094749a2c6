import { and, asc, eq, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EntityRow } from '../contract/entities.ts';
import type { ExportSource, ManyRows, NamedComment } from '../contract/export/export-source.ts';
import { among } from '../db/among.ts';
import type { Database } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { isPresent } from '../db/is-present.ts';
import { friendships, users } from '../db/tables/people.ts';
import { comments, conflicts, cues, dogs, plans, programs, sets, trials, videos } from '../db/tables/training.ts';
import { readFeedRows } from '../feeds/feed-rows.ts';
import { fullName } from '../routes/full-name.ts';
import { serializeConflict, serializeProfile, serializeSet } from '../serialize-rows.ts';

/**
 * What a person's export is made from; null if the person is gone. Ids and names are read now, the rows as they are asked for:
 * one snapshot of all would hold up everyone else on the embedded database.
 */
export async function openSource(db: Database, userId: string): Promise<ExportSource | null> {
  const [profile] = await db.select().from(users).where(eq(users.id, userId));
  if (!profile) return null;
  const live = ({ ownerId, deletedAt }: { ownerId: AnyPgColumn; deletedAt: AnyPgColumn }) => and(eq(ownerId, userId), isNull(deletedAt));
  const age = ({ createdAt, id }: { createdAt: AnyPgColumn; id: AnyPgColumn }) => [asc(createdAt), asc(id)];
  const dogRows = await db
    .select({ id: dogs.id, name: dogs.name, image: dogs.image })
    .from(dogs)
    .where(live(dogs))
    .orderBy(...age(dogs));
  const cueRows = await db
    .select({ id: cues.id, name: cues.name })
    .from(cues)
    .where(live(cues))
    .orderBy(...age(cues));
  const sessionRows = await db
    .select({
      id: videos.id,
      title: videos.title,
      dogId: videos.dogId,
      trainedAt: videos.trainedAt,
      trainedZone: videos.trainedZone,
      videoUrl: videos.videoUrl,
      thumbnailUrl: videos.thumbnailUrl,
      mediaType: videos.mediaType,
    })
    .from(videos)
    .where(live(videos))
    .orderBy(asc(videos.trainedAt), asc(videos.id));
  const sessions = sessionRows.map(({ trainedAt, ...row }) => ({ ...row, trainedAt: trainedAt.toISOString() }));
  const ofSessions = new Set(sessions.map(({ id }) => id));
  const setRows = await db
    .select({ id: sets.id, videoId: sets.videoId })
    .from(sets)
    .where(live(sets))
    .orderBy(...age(sets));
  const commentRows = await db
    .select({ id: comments.id, videoId: comments.videoId })
    .from(comments)
    .where(and(eq(comments.userId, userId), isNull(comments.deletedAt)))
    .orderBy(...age(comments));
  const idsOf = (table: typeof programs | typeof plans | typeof trials) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(live(table))
      .orderBy(...age(table));
  const setIds = new Set(setRows.map(idOf));
  const inOwnSession = ({ videoId }: { videoId: string }) => ofSessions.has(videoId);

  return {
    profile: serializeProfile(profile),
    ids: {
      dogs: dogRows.map(idOf),
      cues: cueRows.map(idOf),
      programs: (await idsOf(programs)).map(idOf),
      videos: sessions.map(idOf),
      comments: commentRows.filter(inOwnSession).map(idOf),
      sets: setRows.filter(inOwnSession).map(idOf),
      plans: (await idsOf(plans)).map(idOf),
      trials: (await idsOf(trials)).map(idOf),
    },
    names: { dogs: namesOf(dogRows), cues: namesOf(cueRows) },
    dogPictures: new Map(dogRows.flatMap(({ id, image }) => (image ? [[id, image] as const] : []))),
    sessions,
    async read<E extends ManyRows>(entity: E, ids: readonly string[]) {
      const found = await readFeedRows(db, entity, ids, userId);
      const rows = ids.map((id) => (found.get(id)?.({ kind: 'own', ownerId: userId }) ?? null) as EntityRow<E> | null);
      return rows.filter((row) => row !== null && row.deletedAt === null) as EntityRow<E>[];
    },
    commentsUnder: (ids) => readCommentsUnder(db, userId, ids),
    async setsOf(ids) {
      const mine = and(among(sets.videoId, JSON.stringify(ids)), live(sets));
      return (await db.select().from(sets).where(mine)).filter(({ id }) => setIds.has(id)).map(serializeSet);
    },
    commentsElsewhere: await readCommentsElsewhere(db, userId),
    conflicts: (await db.select().from(conflicts).where(live(conflicts))).map(serializeConflict),
    partners: await readPartners(db, userId),
  };
}

const idOf = ({ id }: { id: string }): string => id;
const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** Comments of people who are absent for others, and of people in a block with the owner, are left out. */
async function readCommentsUnder(db: Database, userId: string, ids: readonly string[]): Promise<NamedComment[]> {
  const found = await db
    .select({ comment: comments, firstName: users.firstName, lastName: users.lastName })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(
      and(
        among(comments.videoId, JSON.stringify(ids)),
        isNull(comments.deletedAt),
        or(eq(comments.userId, userId), isPresent(comments.userId)),
        not(isBlocked(comments.userId, sql`${userId}::uuid`)),
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id));
  return found.map(({ comment, ...author }) => ({
    videoId: comment.videoId,
    author: comment.userId === userId ? null : fullName(author),
    content: comment.content,
    createdAt: comment.createdAt.toISOString(),
  }));
}

async function readCommentsElsewhere(db: Database, userId: string): Promise<ExportSource['commentsElsewhere']> {
  const found = await db
    .select({ content: comments.content, createdAt: comments.createdAt })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(and(eq(comments.userId, userId), isNull(comments.deletedAt), ne(videos.ownerId, userId)))
    .orderBy(asc(comments.createdAt), asc(comments.id));
  return found.map(({ content, createdAt }) => ({ content, createdAt: createdAt.toISOString() }));
}

async function readPartners(db: Database, userId: string): Promise<string[]> {
  const other = sql`case when ${friendships.userId} = ${userId}::uuid then ${friendships.friendId} else ${friendships.userId} end`;
  const found = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(friendships)
    .innerJoin(users, eq(users.id, other))
    .where(
      and(eq(friendships.status, 'accepted'), or(eq(friendships.userId, userId), eq(friendships.friendId, userId)), isPresent(users.id)),
    )
    .orderBy(asc(users.sortName), asc(users.id));
  return found.map(fullName);
}
