import { and, eq, not, sql } from 'drizzle-orm';
import { MUTATIONS } from '../contract/mutations.ts';
import type { Transaction } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { comments, videos } from '../db/tables/training.ts';
import { notFound, Refusal } from '../errors.ts';
import { isTakenDown } from '../reports/taken-down.ts';
import type { SignedIn } from '../services.ts';
import { serializeComment } from '../serialize-rows.ts';
import { effectContext, type MutationContext, type MutationHandlers, pathId } from './mutation-handler.ts';
import { arePartners } from './partners.ts';

export const commentHandlers: MutationHandlers<'comments.create' | 'comments.delete'> = {
  async 'comments.create'(context, payload) {
    const { tx, services, actor, params, now } = context;
    const videoId = params['videoId'] ?? '';
    const sessionOwnerId = await mustBeReadableSession(context, videoId);
    const id = payload.id ?? services.newId();
    const written = MUTATIONS['comments.create'].effect(null, payload, effectContext(context, id));
    if (!written) throw notFound();
    const comment = { ...written, version: 1 };
    const inserted = await tx
      .insert(comments)
      .values({ ...comment, createdAt: now, deletedAt: null })
      .onConflictDoNothing()
      .returning({ id: comments.id })
      .prepare('insert_comment')
      .execute();
    if (inserted.length === 0) throw new Refusal('conflict', 'This id is already in use');
    raiseComment(context, sessionOwnerId, id);
    context.tell({ kind: 'comment', actorId: actor.userId, recipientId: null, videoId });
    return { status: 201, body: comment };
  },

  async 'comments.delete'(context) {
    const { tx, actor, params, now } = context;
    // Allow this on deleted sessions too, otherwise restoring one revives the comment. Authors may always delete their own
    // words, also once they no longer see the session (R83).
    const videoId = params['videoId'] ?? '';
    const sessionOwnerId = (await findSession(tx, videoId))?.ownerId ?? null;
    if (!sessionOwnerId) throw notFound();
    const id = pathId(context);
    const [found] = await tx
      .select()
      .from(comments)
      .where(
        and(
          eq(comments.id, id),
          eq(comments.videoId, videoId),
          sessionOwnerId === actor.userId ? undefined : eq(comments.userId, actor.userId),
        ),
      )
      .for('no key update');
    if (!found) throw await notTheirs(context, sessionOwnerId, id, videoId);
    const before = serializeComment(found);
    if (before.deletedAt) return { status: 200, body: before };
    const version = before.version + 1;
    await tx.update(comments).set({ deletedAt: now, version }).where(eq(comments.id, id)).prepare('delete_comment').execute();
    raiseComment(context, sessionOwnerId, id);
    const deleted = MUTATIONS['comments.delete'].effect(before, undefined, effectContext(context, id));
    return { status: 200, body: { ...deleted, version } };
  },
};

/** The refusal for a comment that is not the person's. Reads without a lock: requests of others must not delay the author's. */
async function notTheirs({ tx, actor }: MutationContext, sessionOwnerId: string, id: string, videoId: string): Promise<Refusal> {
  const isGone = sessionOwnerId !== actor.userId && (await isTakenDown(tx, videoId));
  if (isGone || !(await maySee(tx, actor, sessionOwnerId))) return notFound();
  const isHidden = isBlocked(comments.userId, sql`${actor.userId}::text::uuid`);
  const exists = (await tx.$count(comments, and(eq(comments.id, id), eq(comments.videoId, videoId), not(isHidden)))) > 0;
  return exists ? new Refusal('forbidden', 'Only the author or the session owner can delete this comment') : notFound();
}

/**
 * The owner and accepted partners may read and comment (R82).
 * @throws Refusal 404 for everyone else
 */
async function mustBeReadableSession({ tx, actor }: MutationContext, videoId: string): Promise<string> {
  const session = await findSession(tx, videoId);
  const isHidden = session?.takenDown && session.ownerId !== actor.userId;
  if (!session || session.deletedAt || isHidden || !(await maySee(tx, actor, session.ownerId))) throw notFound();
  return session.ownerId;
}

type FoundSession = Pick<typeof videos.$inferSelect, 'ownerId' | 'deletedAt' | 'takenDown'>;

async function findSession(tx: Transaction, videoId: string): Promise<FoundSession | undefined> {
  const [session] = await tx
    .select({ ownerId: videos.ownerId, deletedAt: videos.deletedAt, takenDown: videos.takenDown })
    .from(videos)
    .where(eq(videos.id, videoId))
    .prepare('owner_of_session')
    .execute();
  return session;
}

const maySee = async (tx: Transaction, { userId }: SignedIn, sessionOwnerId: string): Promise<boolean> =>
  sessionOwnerId === userId || arePartners(tx, userId, sessionOwnerId);

function raiseComment({ raise }: MutationContext, sessionOwnerId: string, commentId: string) {
  raise('own', sessionOwnerId, 'comments', commentId);
  raise('shown', sessionOwnerId, 'comments', commentId);
}
