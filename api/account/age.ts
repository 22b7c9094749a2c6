import { and, eq, or, sql } from 'drizzle-orm';
import { friendships, users } from '../db/tables/people.ts';
import { cues, videos } from '../db/tables/training.ts';
import { notFound } from '../errors.ts';
import { raiseFriendship } from '../routes/friendships.ts';
import type { MutationContext } from '../routes/mutation-handler.ts';

type Changes = Pick<MutationContext, 'tx' | 'now' | 'raise'>;

/**
 * Stores whether a person is 18 or older. Under 18, what was public is switched off, and requests that no link made end (R378).
 * The caller holds the lock on the person's row.
 */
export async function setAge({ tx, now, raise }: Changes, userId: string, isAdult: boolean): Promise<typeof users.$inferSelect> {
  const changed = {
    isAdult,
    updatedAt: now,
    version: sql`${users.version} + 1`,
    ...(!isAdult && { profileVisibility: 'private' as const }),
  };
  const [person] = await tx.update(users).set(changed).where(eq(users.id, userId)).returning();
  if (!person) throw notFound();
  raise('own', userId, 'profile', userId);
  raise('shown', userId, 'people', userId);
  if (!isAdult) await hideFromStrangers({ tx, now, raise }, userId);
  return person;
}

async function hideFromStrangers({ tx, now, raise }: Changes, userId: string): Promise<void> {
  const hiddenCues = await tx
    .update(cues)
    .set({ visibility: 'private', updatedAt: now, version: sql`${cues.version} + 1` })
    .where(and(eq(cues.ownerId, userId), eq(cues.visibility, 'public')))
    .returning({ id: cues.id });
  for (const { id } of hiddenCues) raise('own', userId, 'cues', id);
  const hiddenSessions = await tx
    .update(videos)
    .set({ shared: false, updatedAt: now, version: sql`${videos.version} + 1` })
    .where(and(eq(videos.ownerId, userId), videos.shared))
    .returning({ id: videos.id });
  for (const { id } of hiddenSessions) {
    raise('own', userId, 'videos', id);
    raise('shown', userId, 'videos', id);
  }
  const theirs = or(eq(friendships.userId, userId), eq(friendships.friendId, userId));
  const ended = await tx
    .delete(friendships)
    .where(and(theirs, eq(friendships.status, 'pending'), eq(friendships.byLink, false)))
    .returning();
  for (const row of ended) raiseFriendship({ raise }, row, true);
}
