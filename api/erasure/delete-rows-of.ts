import { eq, inArray, or } from 'drizzle-orm';
import type { EntityThatIs } from '../contract/row-policies.ts';
import { feedName } from '../contract/sync-protocol.ts';
import { lockedWorkKeys, returnedLockedWorkKeys } from '../db/tables/auth.ts';
import { blocks, calendarAddresses, declinedRequests, erasedAccounts, partnerLinks, users } from '../db/tables/people.ts';
import { dataExports } from '../db/tables/exports.ts';
import { feedEntries, feeds, idempotencyKeys } from '../db/tables/sync.ts';
import { comments, conflicts, cues, dogs, plans, programs, sets, trials, videos } from '../db/tables/training.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import { forgetAnswersNaming } from '../feeds/forget-answers.ts';
import { forgetInReports } from '../reports/forget-people.ts';
import type { ErasureServices } from './erasure-services.ts';

/** Those that refer to others first. */
const OWNED = { conflicts, programs, plans, trials, cues, sets, videos, dogs } satisfies Record<EntityThatIs<'erased', 'owner'>, unknown>;
const OF_THE_PERSON = [dataExports, calendarAddresses, lockedWorkKeys, returnedLockedWorkKeys, idempotencyKeys] as const;

/**
 * Deletes what is left of an account, the person's row last: a table that this forgets refuses that, because it refers to
 * the person. Copies of their public cues belong to those who made them.
 */
export async function deleteRowsOf(services: ErasureServices, userId: string): Promise<void> {
  const { db, now } = services;
  await db.transaction(async (tx) => {
    // Waits for changes that began before the person was signed out.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const sessions = tx.select({ id: videos.id }).from(videos).where(eq(videos.ownerId, userId));
    await tx.delete(comments).where(inArray(comments.videoId, sessions));
    for (const table of Object.values(OWNED)) await tx.delete(table).where(eq(table.ownerId, userId));
    for (const table of OF_THE_PERSON) await tx.delete(table).where(eq(table.userId, userId));
    // Those that others have made since theirs went (`leaveOthers`).
    await tx.delete(blocks).where(or(eq(blocks.userId, userId), eq(blocks.blockedId, userId)));
    await tx.delete(declinedRequests).where(or(eq(declinedRequests.userId, userId), eq(declinedRequests.friendId, userId)));
    await tx.delete(partnerLinks).where(or(eq(partnerLinks.ownerId, userId), eq(partnerLinks.keptBy, userId)));
    const raises = await forgetInReports(tx, userId);
    await forgetAnswersNaming(tx, userId);
    // No one may read them since the partnerships ended, so devices drop what they hold of them.
    const theirs = (['own', 'shown', 'inbox'] as const).map((kind) => feedName(kind, userId));
    await tx.delete(feedEntries).where(inArray(feedEntries.feed, theirs));
    await tx.delete(feeds).where(inArray(feeds.name, theirs));
    await tx.delete(users).where(eq(users.id, userId));
    await tx.update(erasedAccounts).set({ doneAt: now() }).where(eq(erasedAccounts.userId, userId));
    await raiseFeeds(tx, services, raises);
  });
}
