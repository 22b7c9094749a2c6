import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { Evidence } from '../contract/admin-reports.ts';
import type { ReportSubject } from '../contract/reports.ts';
import type { Transaction } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { isPresent } from '../db/is-present.ts';
import { objects } from '../db/tables/media.ts';
import { users } from '../db/tables/people.ts';
import { comments, cues, videos } from '../db/tables/training.ts';
import { fullName } from '../routes/full-name.ts';
import { arePartners, isVisibleTo } from '../routes/partners.ts';

/** A row that someone reports, with what is kept of it as evidence. */
export interface FoundSubject {
  ownerId: string;
  title: string;
  evidence: Evidence;
  /** The public link of a session is on. */
  isShared: boolean;
}

const TITLE_SHOWN = 80;

/**
 * The row, if its reporter may see it.
 * @param readerId null for someone without an account, who sees sessions with a public link only
 */
export async function findSubject(
  tx: Transaction,
  subject: ReportSubject,
  id: string,
  readerId: string | null,
): Promise<FoundSubject | null> {
  if (subject === 'video') return findSession(tx, id, readerId);
  if (readerId === null) return null;
  return { comment: findComment, cue: findCue, profile: findProfile }[subject](tx, id, readerId);
}

async function findSession(tx: Transaction, id: string, readerId: string | null): Promise<FoundSubject | null> {
  const [row] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.deletedAt), isPresent(videos.ownerId), eq(videos.takenDown, false)));
  if (!row) return null;
  const isShared = row.shared && !row.linkPaused;
  const isSeen = isShared || (readerId !== null && (row.ownerId === readerId || (await arePartners(tx, readerId, row.ownerId))));
  if (!isSeen) return null;
  const texts = [text('Title', row.title), text('Notes', row.description)];
  return { ownerId: row.ownerId, title: row.title, isShared, evidence: await evidenceOf(tx, texts, [row.videoUrl, row.thumbnailUrl]) };
}

async function findComment(tx: Transaction, id: string, readerId: string): Promise<FoundSubject | null> {
  const [row] = await tx
    .select({
      authorId: comments.userId,
      content: comments.content,
      sessionOwnerId: videos.ownerId,
      takenDown: videos.takenDown,
    })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(
      and(
        eq(comments.id, id),
        isNull(comments.deletedAt),
        isNull(videos.deletedAt),
        not(isBlocked(comments.userId, sql`${readerId}::text::uuid`)),
      ),
    );
  if (!row) return null;
  const isOwner = row.sessionOwnerId === readerId;
  if (!isOwner && (row.takenDown || !(await arePartners(tx, readerId, row.sessionOwnerId)))) return null;
  const texts = [text('Comment', row.content)];
  return { ownerId: row.authorId, title: shortened(row.content), isShared: false, evidence: await evidenceOf(tx, texts, []) };
}

async function findCue(tx: Transaction, id: string, readerId: string): Promise<FoundSubject | null> {
  const [row] = await tx
    .select()
    .from(cues)
    .where(and(eq(cues.id, id), isNull(cues.deletedAt)));
  if (!row) return null;
  const isSeen =
    row.ownerId === readerId ||
    (row.visibility === 'public' && (await isVisibleTo(tx, row.ownerId, readerId))) ||
    (row.visibility === 'friends' && (await arePartners(tx, readerId, row.ownerId)));
  if (!isSeen) return null;
  const texts = [text('Name', row.name), text('Description', row.description), text('Steps', row.steps.join('\n'))];
  return { ownerId: row.ownerId, title: row.name, isShared: false, evidence: await evidenceOf(tx, texts, []) };
}

async function findProfile(tx: Transaction, id: string, readerId: string): Promise<FoundSubject | null> {
  if (id !== readerId && !(await isVisibleTo(tx, id, readerId))) return null;
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  if (!row) return null;
  const texts = [
    text('Name', fullName(row)),
    text('Bio', row.profileVisibility === 'public' ? row.bio : ''),
    text('County', row.location ?? ''),
  ];
  return { ownerId: row.id, title: fullName(row), isShared: false, evidence: await evidenceOf(tx, texts, [row.profileImageUrl]) };
}

const text = (label: string, words: string) => ({ label, text: words });
const shortened = (words: string) => (words.length > TITLE_SHOWN ? `${words.slice(0, TITLE_SHOWN)}…` : words);

async function evidenceOf(tx: Transaction, texts: Evidence['texts'], paths: readonly (string | null)[]): Promise<Evidence> {
  const named = paths.filter((path): path is string => path !== null && path !== '');
  const found: Evidence['objects'] = [];
  for (const path of new Set(named)) {
    const [object] = await tx.select({ path: objects.path, mediaType: objects.mediaType }).from(objects).where(eq(objects.path, path));
    if (object) found.push(object);
  }
  return { texts: texts.filter((each) => each.text !== ''), objects: found };
}
