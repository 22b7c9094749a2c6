import { and, eq, gt, lt } from 'drizzle-orm';
import { ASKED_BEFORE } from '../contract/entities/friendship.ts';
import { ASK_AGAIN_DAYS } from '../contract/limits.ts';
import { declinedRequests } from '../db/tables/people.ts';
import { Refusal } from '../errors.ts';
import type { Services } from '../services.ts';
import type { MutationContext } from './mutation-handler.ts';

const DAY_MS = 86_400_000;

/** Remembers that `friendId` declined a request of `userId`, who cannot repeat it for `ASK_AGAIN_DAYS` (R376). */
export async function noteDeclined(
  { tx, now }: MutationContext,
  { userId, friendId }: { userId: string; friendId: string },
): Promise<void> {
  const declinedAt = { declinedAt: now };
  await tx
    .insert(declinedRequests)
    .values({ userId, friendId, ...declinedAt })
    .onConflictDoUpdate({ target: [declinedRequests.userId, declinedRequests.friendId], set: declinedAt });
}

/** @throws Refusal 409 if the same person declined a request of the actor a short while ago */
export async function mustMayAsk({ tx, actor, now }: MutationContext, friendId: string): Promise<void> {
  const declined = and(
    eq(declinedRequests.userId, actor.userId),
    eq(declinedRequests.friendId, friendId),
    gt(declinedRequests.declinedAt, daysBefore(now)),
  );
  if ((await tx.$count(declinedRequests, declined)) > 0) throw new Refusal('conflict', ASKED_BEFORE);
}

/** Deletes what no longer matters at `agesUntil`. */
export async function sweepDeclinedRequests({ db }: Pick<Services, 'db'>, agesUntil: Date): Promise<void> {
  await db.delete(declinedRequests).where(lt(declinedRequests.declinedAt, daysBefore(agesUntil)));
}

const daysBefore = (moment: Date): Date => new Date(moment.getTime() - ASK_AGAIN_DAYS * DAY_MS);
