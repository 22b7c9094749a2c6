import { and, eq } from 'drizzle-orm';
import { lockPair } from '../db/lock-pair.ts';
import { declinedRequests, friendships, partnerLinks } from '../db/tables/people.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { Raise } from '../feeds/raise-feeds.ts';
import type { Notice } from '../push/notice.ts';
import { answerFriendship, isBetween, raiseFriendship } from '../routes/friendships.ts';
import type { MutationContext, MutationHandlers } from '../routes/mutation-handler.ts';
import { isVisibleTo } from '../routes/partners.ts';
import type { Services } from '../services.ts';
import { findLink, linkEnded, lockPerson, ownLink, spendLink } from './partner-links.ts';

type FriendshipRow = typeof friendships.$inferSelect;

/** A person uses the link of another one, to become their training partner (R377). */
export const joinHandlers: MutationHandlers<'friendships.join'> = {
  async 'friendships.join'(context, { secret, id }) {
    const { tx, services, actor, now } = context;
    const link = await findLink(tx, secret, now);
    if (!link) throw linkEnded();
    if (link.ownerId === actor.userId) throw ownLink();
    await lockPair(tx, actor.userId, link.ownerId);
    if (!(await isVisibleTo(tx, link.ownerId, actor.userId))) throw linkEnded();
    const row = await joinPair(context, { ...link, joinerId: actor.userId, id: id ?? services.newId() });
    if (row === 'partners') throw new Refusal('conflict', 'You are already training partners');
    if (row === 'taken') throw new Refusal('conflict', 'This id is already in use');
    // Last: if someone else has just used the link, nothing of the above stays.
    if (!(await spendLink(tx, link))) throw linkEnded();
    return answerFriendship(context, 201, row);
  },
};

interface Pair {
  /** Whose link it is. */
  ownerId: string;
  joinerId: string;
  /** Of the new partnership or request. */
  id: string;
  isDirect: boolean;
}

/**
 * Makes the request of a link, or the partnership. An earlier request between the two ends; if the owner of the link sent it, they become
 * partners. The caller has locked the pair.
 * @returns `partners` if they are partners already, `taken` if another row has the id
 */
async function joinPair(
  { tx, now, raise, tell }: Pick<MutationContext, 'tx' | 'now' | 'raise' | 'tell'>,
  { ownerId, joinerId, id, isDirect }: Pair,
): Promise<FriendshipRow | 'partners' | 'taken'> {
  const [before] = await tx.select().from(friendships).where(isBetween(ownerId, joinerId)).for('update');
  if (before?.status === 'accepted') return 'partners';
  if (before) {
    await tx.delete(friendships).where(eq(friendships.id, before.id));
    raiseFriendship({ raise }, before, true);
  }
  // The link's owner has asked by making it, if it makes partners; otherwise the joiner asks.
  const isAccepted = isDirect || before?.userId === ownerId;
  const row: FriendshipRow = isAccepted
    ? { id, userId: ownerId, friendId: joinerId, status: 'accepted', byLink: true, createdAt: now, version: 1 }
    : { id, userId: joinerId, friendId: ownerId, status: 'pending', byLink: true, createdAt: now, version: 1 };
  const inserted = await tx.insert(friendships).values(row).onConflictDoNothing().returning({ id: friendships.id });
  if (inserted.length === 0) return 'taken';
  // The owner gave their link to someone whose request they had declined, and so has changed their mind.
  await tx.delete(declinedRequests).where(and(eq(declinedRequests.userId, joinerId), eq(declinedRequests.friendId, ownerId)));
  raiseFriendship({ raise }, row);
  tell({ kind: isAccepted ? 'accepted' : 'request', actorId: joinerId, recipientId: ownerId, videoId: null });
  return row;
}

/**
 * Uses the links that a person kept until they had beta access (R377).
 * @returns what the caller has to raise, and to tell after its transaction
 */
export async function spendKeptLinks(
  tx: Transaction,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  joinerId: string,
): Promise<{ raises: Raise[]; notices: Notice[] }> {
  const raises: Raise[] = [];
  const notices: Notice[] = [];
  await lockPerson(tx, joinerId);
  const kept = await tx.delete(partnerLinks).where(eq(partnerLinks.keptBy, joinerId)).returning();
  const usable = kept.filter(({ expiresAt }) => expiresAt > now());
  const context: Parameters<typeof joinPair>[0] = {
    tx,
    now: now(),
    raise: (kind, userId, entity, rowId, gone) => raises.push({ kind, userId, entity, rowId, gone }),
    tell: (notice) => notices.push(notice),
  };
  for (const { ownerId, isDirect } of usable.toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1))) {
    await lockPair(tx, joinerId, ownerId);
    if (await isVisibleTo(tx, ownerId, joinerId)) await joinPair(context, { ownerId, joinerId, id: newId(), isDirect: isDirect === true });
  }
  return { raises, notices };
}
