import { and, eq, sql } from 'drizzle-orm';
import { derivedId } from '../contract/derived-id.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { lockPair } from '../db/lock-pair.ts';
import { rowsOf } from '../db/rows-of.ts';
import { pushMessages, pushSubscriptions } from '../db/tables/push.ts';
import { blocks, friendships, users } from '../db/tables/people.ts';
import { notFound, Refusal } from '../errors.ts';
import { serializeBlock } from '../serialize-rows.ts';
import { endFriendship, isBetween } from './friendships.ts';
import { effectContext, type MutationContext, type MutationHandlers, pathId } from './mutation-handler.ts';
import { isVisibleTo } from './partners.ts';

/**
 * A block hides two people from each other (R375), and the other one is not told. So each id gets the same answer, whether its
 * person blocks the actor, has no access, or does not exist.
 */
export const blockHandlers: MutationHandlers<'blocks.create' | 'blocks.delete'> = {
  async 'blocks.create'(context, payload) {
    const { tx, actor, now, raise } = context;
    const { blockedId } = payload;
    if (blockedId === actor.userId) {
      const message = 'You cannot block yourself';
      throw new Refusal('invalid', message, { fields: { blockedId: message } });
    }
    await lockPair(tx, actor.userId, blockedId);
    const id = derivedId(actor.userId, blockedId);
    const [before] = await tx.select().from(blocks).where(eq(blocks.id, id));
    if (before) return { status: 200, body: serializeBlock(before) };
    const source = (await isVisibleTo(tx, blockedId, actor.userId))
      ? (await tx.select().from(users).where(eq(users.id, blockedId)))[0]
      : undefined;
    const written = MUTATIONS['blocks.create'].effect(null, payload, { ...effectContext(context, id), ...(source && { source }) });
    if (!written) throw notFound();
    const row = { ...written, version: 1 };
    await tx.insert(blocks).values({ ...row, createdAt: now });
    raise('own', actor.userId, 'blocks', id);
    await endBetween(context, blockedId);
    await raiseCommentsBetween(context, blockedId);
    return { status: 201, body: row };
  },

  async 'blocks.delete'(context) {
    const { tx, actor, raise } = context;
    const [found] = await tx
      .delete(blocks)
      .where(and(eq(blocks.id, pathId(context)), eq(blocks.userId, actor.userId)))
      .returning();
    if (!found) throw notFound();
    raise('own', actor.userId, 'blocks', found.id, true);
    await raiseCommentsBetween(context, found.blockedId);
    return { status: 200, body: {} };
  },
};

/** Ends what is between the actor and another person: partnership, requests, and notifications that are still to be sent. */
async function endBetween(context: MutationContext, otherId: string): Promise<void> {
  const { tx, actor } = context;
  const [pair] = await tx.select().from(friendships).where(isBetween(actor.userId, otherId)).for('update');
  if (pair) await endFriendship(context, pair);
  for (const [from, to] of [
    [actor.userId, otherId],
    [otherId, actor.userId],
  ] as const) {
    const theirs = tx.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(eq(pushSubscriptions.userId, to));
    await tx.delete(pushMessages).where(and(eq(pushMessages.actorId, from), sql`${pushMessages.subscriptionId} in ${theirs}`));
  }
}

/** Comments of the one in sessions that the other may read: the devices read them again, and drop or get them. */
async function raiseCommentsBetween({ tx, actor, raise }: MutationContext, otherId: string): Promise<void> {
  const found = await rowsOf<{ id: string; ownerId: string }>(
    tx,
    sql`with pair(author, reader) as (values (${actor.userId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${actor.userId}::uuid)),
        readable as (
          select author, reader as owner_id from pair
          union select author, friend_id from pair join friendships on friendships.user_id = reader and status = 'accepted'
          union select author, friendships.user_id from pair join friendships on friend_id = reader and status = 'accepted'
        )
        select comments.id, videos.owner_id as "ownerId"
        from readable
        join comments on comments.user_id = readable.author and comments.deleted_at is null
        join videos on videos.id = comments.video_id and videos.owner_id = readable.owner_id`,
  );
  for (const { id, ownerId } of found) {
    // Nothing changes for other owners, only for their partners.
    if (ownerId === actor.userId || ownerId === otherId) raise('own', ownerId, 'comments', id);
    raise('shown', ownerId, 'comments', id);
  }
}
