import { and, eq, inArray, ne, or } from 'drizzle-orm';
import type { EntityThatIs } from '../contract/row-policies.ts';
import type { Transaction } from '../db/database.ts';
import { blocks, friendships } from '../db/tables/people.ts';
import { pushMessages } from '../db/tables/push.ts';
import { comments, videos } from '../db/tables/training.ts';
import { type RaisedFeed, raiseFeeds } from '../feeds/raise-feeds.ts';
import type { ErasureServices } from './erasure-services.ts';

/** Each batch locks feeds of other people, whose changes wait for it. */
const ROWS_AT_ONCE = 100;

interface Left {
  rows: number;
  raised: RaisedFeed[];
}

/** Ends the person's partnerships and requests, and deletes their comments on sessions of others, whose devices drop both. */
export async function leaveOthers(services: ErasureServices, userId: string): Promise<void> {
  const { db, pokes } = services;
  await db.delete(pushMessages).where(eq(pushMessages.actorId, userId));
  for (const leave of Object.values(LEAVES)) {
    let left: Left;
    do {
      left = await db.transaction((tx) => leave(tx, services, userId));
      pokes.publish(left.raised.map(({ name }) => name));
    } while (left.rows === ROWS_AT_ONCE);
  }
}

type Leave = (tx: Transaction, services: ErasureServices, userId: string) => Promise<Left>;

/** How each kind of row that others see goes. */
const LEAVES: Record<EntityThatIs<'erased', 'either person' | 'author or owner of the session'>, Leave> = {
  friendships: endPartnerships,
  blocks: endBlocks,
  comments: deleteComments,
};

async function endPartnerships(tx: Transaction, services: ErasureServices, userId: string): Promise<Left> {
  const theirs = or(eq(friendships.userId, userId), eq(friendships.friendId, userId));
  const some = tx.select({ id: friendships.id }).from(friendships).where(theirs).limit(ROWS_AT_ONCE);
  const ended = await tx.delete(friendships).where(inArray(friendships.id, some)).returning();
  const raises = ended.map(({ id, userId: sender, friendId }) => {
    const other = sender === userId ? friendId : sender;
    return { kind: 'inbox', userId: other, entity: 'friendships', rowId: id, gone: true } as const;
  });
  return { rows: ended.length, raised: await raiseFeeds(tx, services, raises) };
}

async function endBlocks(tx: Transaction, services: ErasureServices, userId: string): Promise<Left> {
  const theirs = or(eq(blocks.userId, userId), eq(blocks.blockedId, userId));
  const some = tx.select({ id: blocks.id }).from(blocks).where(theirs).limit(ROWS_AT_ONCE);
  const ended = await tx.delete(blocks).where(inArray(blocks.id, some)).returning();
  const raises = ended.map(
    ({ id, userId: blocker }) => ({ kind: 'own', userId: blocker, entity: 'blocks', rowId: id, gone: true }) as const,
  );
  return { rows: ended.length, raised: await raiseFeeds(tx, services, raises) };
}

async function deleteComments(tx: Transaction, services: ErasureServices, userId: string): Promise<Left> {
  const found = await tx
    .select({ id: comments.id, sessionOwnerId: videos.ownerId })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(and(eq(comments.userId, userId), ne(videos.ownerId, userId)))
    .limit(ROWS_AT_ONCE);
  const these = inArray(
    comments.id,
    found.map(({ id }) => id),
  );
  // Raising compares a session's partners with its rows, so the rows go after that.
  await tx.update(comments).set({ deletedAt: services.now() }).where(these);
  const raises = found.flatMap(({ id, sessionOwnerId }) => [
    { kind: 'own', userId: sessionOwnerId, entity: 'comments', rowId: id, gone: true } as const,
    { kind: 'shown', userId: sessionOwnerId, entity: 'comments', rowId: id } as const,
  ]);
  const raised = await raiseFeeds(tx, services, raises);
  await tx.delete(comments).where(these);
  return { rows: found.length, raised };
}
