import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { mustBothBeAdults } from '../account/minors.ts';
import type { FriendshipCreate } from '../contract/entities/friendship.ts';
import { lockPair } from '../db/lock-pair.ts';
import { friendships, users } from '../db/tables/people.ts';
import { notFound, Refusal } from '../errors.ts';
import { serializeFriendship } from '../serialize-rows.ts';
import { mustMayAsk, noteDeclined } from './declined-requests.ts';
import { type MutationAnswer, type MutationContext, type MutationHandlers, pathId } from './mutation-handler.ts';
import { isVisibleTo } from './partners.ts';

type FriendshipRow = typeof friendships.$inferSelect;

/** What people do with requests and partnerships (R67 to R70). */
export const friendshipHandlers: MutationHandlers<
  'friendships.create' | 'friendships.accept' | 'friendships.delete' | 'friendships.withdraw'
> = {
  'friendships.create': sendRequest,

  async 'friendships.accept'(context) {
    const { tx, actor } = context;
    const before = await mustHoldFriendship(context);
    if (before.friendId !== actor.userId) throw new Refusal('forbidden', 'Only the recipient can accept a request');
    if (!(await isVisibleTo(tx, before.userId, actor.userId))) throw notFound();
    if (before.status === 'pending' && !before.byLink) await mustBothBeAdults(tx, actor.userId, before.userId);
    if (before.status === 'accepted') return answerFriendship(context, 200, before);
    const accepted = { ...before, status: 'accepted' as const, version: before.version + 1 };
    await tx.update(friendships).set({ status: accepted.status, version: accepted.version }).where(eq(friendships.id, before.id));
    raiseFriendship(context, accepted);
    context.tell({ kind: 'accepted', actorId: actor.userId, recipientId: before.userId, videoId: null });
    return answerFriendship(context, 200, accepted);
  },

  async 'friendships.delete'(context) {
    const before = await mustHoldFriendship(context);
    if (before.status === 'pending' && before.userId === context.actor.userId) {
      throw new Refusal('forbidden', 'Only the recipient can decline a request');
    }
    if (before.status === 'pending') await noteDeclined(context, before);
    return endFriendship(context, before);
  },

  async 'friendships.withdraw'(context) {
    const before = await mustHoldFriendship(context);
    if (before.userId !== context.actor.userId) throw new Refusal('forbidden', 'Only the sender can withdraw a request');
    if (before.status === 'accepted') throw new Refusal('conflict', 'This request was already accepted');
    return endFriendship(context, before);
  },
};

async function sendRequest(context: MutationContext, payload: FriendshipCreate): Promise<MutationAnswer> {
  const { tx, services, actor, now } = context;
  const { friendId } = payload;
  if (friendId === actor.userId) {
    const message = 'You cannot invite yourself';
    throw new Refusal('invalid', message, { fields: { friendId: message } });
  }
  await lockPair(tx, actor.userId, friendId);
  if (!(await isVisibleTo(tx, friendId, actor.userId))) throw notFound();
  await mustBothBeAdults(tx, actor.userId, friendId);
  const id = payload.id ?? services.newId();
  const row = { id, userId: actor.userId, friendId, status: 'pending' as const, byLink: false, createdAt: now, version: 1 };
  // The index on the pair prevents a second row, in either direction and for concurrent requests.
  const inserted = await tx.insert(friendships).values(row).onConflictDoNothing().returning({ id: friendships.id });
  if (inserted.length === 0) throw await alreadyThere(context, friendId);
  // After the insert, which waits for a decline that is just being made.
  await mustMayAsk(context, friendId);
  raiseFriendship(context, row);
  context.tell({ kind: 'request', actorId: actor.userId, recipientId: friendId, videoId: null });
  return answerFriendship(context, 201, row);
}

/** Condition on `friendships`, by their index on the pair: what is between two people, in either direction. */
export const isBetween = (oneId: string, otherId: string): SQL =>
  sql`least(${friendships.userId}, ${friendships.friendId}) = least(${oneId}::uuid, ${otherId}::uuid)
      and greatest(${friendships.userId}, ${friendships.friendId}) = greatest(${oneId}::uuid, ${otherId}::uuid)`;

async function alreadyThere({ tx, actor }: MutationContext, friendId: string): Promise<Refusal> {
  const [pair] = await tx.select().from(friendships).where(isBetween(actor.userId, friendId));
  if (!pair) return new Refusal('conflict', 'This id is already in use');
  if (pair.status === 'accepted') return new Refusal('conflict', 'You are already training partners');
  return new Refusal(
    'conflict',
    pair.userId === actor.userId ? 'You have already sent this person a request' : 'This person has already sent you a request',
  );
}

/** A partnership of the actor, locked until the transaction ends. @throws Refusal 404 if it is not theirs */
async function mustHoldFriendship(context: MutationContext): Promise<FriendshipRow> {
  const { tx, actor } = context;
  const [found] = await tx
    .select()
    .from(friendships)
    .where(and(eq(friendships.id, pathId(context)), or(eq(friendships.userId, actor.userId), eq(friendships.friendId, actor.userId))))
    .for('update');
  if (!found) throw notFound();
  return found;
}

/** Ends a partnership or request. Both people's devices drop it. */
export async function endFriendship(context: MutationContext, before: FriendshipRow): Promise<MutationAnswer> {
  await context.tx.delete(friendships).where(eq(friendships.id, before.id));
  raiseFriendship(context, before, true);
  return { status: 200, body: {} };
}

/** Both people's devices read it again, or drop it. */
export function raiseFriendship({ raise }: Pick<MutationContext, 'raise'>, { id, userId, friendId }: FriendshipRow, gone = false): void {
  raise('inbox', userId, 'friendships', id, gone);
  raise('inbox', friendId, 'friendships', id, gone);
}

/** The answer to one of the two, with the other's name. */
export async function answerFriendship(
  { tx, actor }: Pick<MutationContext, 'tx' | 'actor'>,
  status: 200 | 201,
  row: FriendshipRow,
): Promise<MutationAnswer> {
  const otherId = row.userId === actor.userId ? row.friendId : row.userId;
  const [other] = await tx.select().from(users).where(eq(users.id, otherId));
  if (!other) throw notFound();
  return { status, body: serializeFriendship(row, other) };
}

/**
 * Call after a change of name or picture: gives all partnerships of the person a new version, pending or accepted, so
 * that both sides read them again.
 */
export async function renameInFriendships({ tx, raise }: Pick<MutationContext, 'tx' | 'raise'>, personId: string): Promise<void> {
  const renamed = await tx
    .update(friendships)
    .set({ version: sql`${friendships.version} + 1` })
    .where(or(eq(friendships.userId, personId), eq(friendships.friendId, personId)))
    .returning();
  for (const { id, userId, friendId } of renamed) {
    raise('inbox', userId, 'friendships', id);
    raise('inbox', friendId, 'friendships', id);
  }
}
