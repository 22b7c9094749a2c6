import { and, eq, isNull, sql } from 'drizzle-orm';
import { REPORT_MESSAGES } from '../contract/report-words.ts';
import { users } from '../db/tables/people.ts';
import { heldObjects, type TakenDown } from '../db/tables/reports.ts';
import { comments, cues, videos } from '../db/tables/training.ts';
import { Refusal } from '../errors.ts';
import { renameInFriendships } from '../routes/friendships.ts';
import type { MutationContext } from '../routes/mutation-handler.ts';
import { namesOfDogs } from '../routes/profile.ts';
import { searchWords, sortName } from '../search-words.ts';
import type { ReportRow } from './report-for.ts';

export type Changes = Pick<MutationContext, 'tx' | 'now' | 'raise'>;
type Reported = Pick<ReportRow, 'id' | 'subject' | 'subjectId' | 'before'>;

/**
 * Hides the reported row from others (R380). Its owner keeps a session and a cue; a comment is deleted, and a profile becomes private
 * and loses name, bio and picture. Nothing happens to a row that is gone.
 * @returns what restores it
 */
export async function takeDown(context: Changes, { id, subject, subjectId }: Reported): Promise<TakenDown | null> {
  if (subjectId === null) return null;
  if (subject === 'video') return hideSession(context, subjectId, true);
  if (subject === 'comment') return deleteComment(context, subjectId);
  if (subject === 'cue') return hideCue(context, subjectId);
  return subject === 'profile' ? emptyProfile(context, subjectId, id) : null;
}

/**
 * Undoes `takeDown`, as far as the owner has not changed the row since.
 * @throws Refusal 409 if what would restore it is gone
 */
export async function restore(context: Changes, { subject, subjectId, before }: Reported): Promise<void> {
  if (subjectId === null) return;
  if (subject === 'video') await hideSession(context, subjectId, false);
  // Its owner may show it again.
  if (subject === 'cue') await showCue(context, subjectId, before?.visibility ?? 'private');
  if (subject !== 'comment' && subject !== 'profile') return;
  if (!before) throw new Refusal('conflict', REPORT_MESSAGES.restoreTooLate);
  if (subject === 'comment') await bringBackComment(context, subjectId);
  if (subject === 'profile' && before.profile) await fillProfile(context, subjectId, before.profile);
}

/** The public link works again, unless its owner has turned it off. */
export async function endPause({ tx }: Changes, { subject, subjectId }: Reported): Promise<void> {
  if (subject === 'video' && subjectId) await tx.update(videos).set({ linkPaused: false }).where(eq(videos.id, subjectId));
}

async function hideSession({ tx, raise }: Changes, id: string, takenDown: boolean): Promise<TakenDown | null> {
  const [row] = await tx
    .update(videos)
    .set({ takenDown, linkPaused: false })
    .where(eq(videos.id, id))
    .returning({ ownerId: videos.ownerId });
  if (!row) return null;
  raise('shown', row.ownerId, 'videos', id);
  return {};
}

async function deleteComment(context: Changes, id: string): Promise<TakenDown | null> {
  const { tx, now } = context;
  const [row] = await tx
    .update(comments)
    .set({ deletedAt: now, version: sql`${comments.version} + 1` })
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
    .returning({ videoId: comments.videoId });
  if (!row) return null;
  await raiseComment(context, id, row.videoId);
  return {};
}

async function bringBackComment(context: Changes, id: string): Promise<void> {
  const [row] = await context.tx
    .update(comments)
    .set({ deletedAt: null, version: sql`${comments.version} + 1` })
    .where(eq(comments.id, id))
    .returning({ videoId: comments.videoId });
  if (row) await raiseComment(context, id, row.videoId);
}

async function raiseComment({ tx, raise }: Changes, id: string, videoId: string): Promise<void> {
  const [session] = await tx.select({ ownerId: videos.ownerId }).from(videos).where(eq(videos.id, videoId));
  if (!session) return;
  raise('own', session.ownerId, 'comments', id);
  raise('shown', session.ownerId, 'comments', id);
}

async function hideCue({ tx, now, raise }: Changes, id: string): Promise<TakenDown | null> {
  const [row] = await tx.select().from(cues).where(eq(cues.id, id)).for('no key update');
  if (!row) return null;
  await tx
    .update(cues)
    .set({ visibility: 'private', takenDown: true, updatedAt: now, version: row.version + 1 })
    .where(eq(cues.id, id));
  raise('own', row.ownerId, 'cues', id);
  return { visibility: row.visibility };
}

async function showCue({ tx, now, raise }: Changes, id: string, wanted: NonNullable<TakenDown['visibility']>): Promise<void> {
  const [owner] = await tx
    .select({ isAdult: users.isAdult })
    .from(cues)
    .innerJoin(users, eq(users.id, cues.ownerId))
    .where(eq(cues.id, id))
    .for('no key update', { of: users });
  // They may have said since that they are under 18.
  const visibility = wanted === 'public' && owner?.isAdult === false ? 'private' : wanted;
  const [row] = await tx
    .update(cues)
    .set({ visibility, takenDown: false, updatedAt: now, version: sql`${cues.version} + 1` })
    .where(and(eq(cues.id, id), cues.takenDown))
    .returning({ ownerId: cues.ownerId });
  if (row) raise('own', row.ownerId, 'cues', id);
}

async function emptyProfile(context: Changes, id: string, reportId: string): Promise<TakenDown | null> {
  const [row] = await context.tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!row) return null;
  const { firstName, lastName, bio, profileImageUrl, profileVisibility } = row;
  // It may be another one than the evidence has.
  if (profileImageUrl) await context.tx.insert(heldObjects).values({ path: profileImageUrl, reportId }).onConflictDoNothing();
  await writeProfile(context, id, { firstName: null, lastName: null, bio: '', profileImageUrl: null, profileVisibility: 'private' });
  return { profile: { firstName, lastName, bio, profileImageUrl, profileVisibility } };
}

type ProfileValues = NonNullable<TakenDown['profile']>;

/** What the person has written since stays. */
async function fillProfile(context: Changes, id: string, before: ProfileValues): Promise<void> {
  const [row] = await context.tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!row) return;
  const isNamed = row.firstName !== null || row.lastName !== null;
  await writeProfile(context, id, {
    firstName: isNamed ? row.firstName : before.firstName,
    lastName: isNamed ? row.lastName : before.lastName,
    bio: row.bio || before.bio,
    profileImageUrl: row.profileImageUrl ?? before.profileImageUrl,
    profileVisibility: row.isAdult === false ? 'private' : before.profileVisibility,
  });
}

async function writeProfile({ tx, now, raise }: Changes, id: string, values: ProfileValues): Promise<void> {
  const { firstName, lastName } = values;
  await tx
    .update(users)
    .set({
      ...values,
      updatedAt: now,
      version: sql`${users.version} + 1`,
      sortName: sortName(firstName, lastName),
      nameWords: searchWords(firstName, lastName),
      searchWords: searchWords(firstName, lastName, ...(await namesOfDogs(tx, id))),
    })
    .where(eq(users.id, id));
  raise('own', id, 'profile', id);
  raise('shown', id, 'people', id);
  await renameInFriendships({ tx, raise }, id);
}
