import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { objects } from '../db/tables/media.ts';

/** Whoever asks for an object: a person with beta access, or null for everybody else. */
export type Viewer = { userId: string } | null;

export interface ServedObject {
  mediaType: string;
  /** Bytes as served, and SHA-256 of them in hex. */
  size: number;
  sha256: string;
}

const path = sql.placeholder('path');
const viewer = sql`${sql.placeholder('viewer')}::uuid`;

// A pair of people has one row whoever asked, so least and greatest find it in its unique index.
const arePartners = sql`exists (
  select 1 from friendships f
  where least(f.user_id, f.friend_id) = least(objects.owner_id, ${viewer})
    and greatest(f.user_id, f.friend_id) = greatest(objects.owner_id, ${viewer})
    and f.status = 'accepted')`;

// Only the owner's own rows open an object: else anybody could publish it by naming it on a row of theirs.
// `<> ''` lets the planner use the partial index of posters.
const onSession = (column: 'video_url' | 'thumbnail_url') => sql`exists (
  select 1 from videos v
  where v.${sql.raw(column)} = ${path} and v.${sql.raw(column)} <> '' and v.owner_id = objects.owner_id and v.deleted_at is null
    and (v.shared or ${arePartners}))`;

// Partners know a dog from sessions only (design section 7, decision 18).
const onDog = sql`exists (
  select 1 from dogs d
  where d.image = ${path} and d.owner_id = objects.owner_id and d.deleted_at is null and ${arePartners}
    and exists (select 1 from videos v where v.dog_id = d.id and v.deleted_at is null))`;

// Private profiles too show their picture to people with beta access (design section 7, decision 5).
const onProfile = sql`exists (
  select 1 from users u where u.profile_image_url = ${path} and u.id = objects.owner_id)`;

// Asks the indexes of what is shared before it looks for any object: whoever is nobody here learns, from the time that
// it takes, no more of a private object than of one that never was. `offset 0` keeps the planner from turning it around.
const onSharedSession = sql`(
  select video_url as named, owner_id as by_owner from videos where video_url = ${path} and shared and deleted_at is null
  union all
  select thumbnail_url, owner_id from videos where thumbnail_url = ${path} and shared and deleted_at is null
  offset 0) on_shared_session`;

/**
 * Finds an object if this viewer may see it, in one query, asked anew at every request so that access ends at once:
 * the owner always; partners what is on a session of the owner or a dog that one names; everybody what is on a shared
 * session; people with beta access pictures of profiles.
 */
export function objectAccess(db: Database): (path: string, viewer: Viewer) => Promise<ServedObject | null> {
  const served = { mediaType: objects.mediaType, size: objects.servedSize, sha256: objects.servedSha256 };
  const readAsVisitor = db
    .select(served)
    .from(objects)
    .innerJoin(onSharedSession, sql`on_shared_session.named = ${objects.path} and on_shared_session.by_owner = ${objects.ownerId}`)
    .limit(1)
    .prepare('object_access_of_visitors');
  const readAsPerson = db
    .select(served)
    .from(objects)
    .where(
      sql`${objects.path} = ${path} and (
        ${objects.ownerId} = ${viewer}
        or ${onSession('video_url')} or ${onSession('thumbnail_url')} or ${onDog} or ${onProfile})`,
    )
    .prepare('object_access');
  return async (objectPath, who) => {
    const [found] = who ? await readAsPerson.execute({ path: objectPath, viewer: who.userId }) : await readAsVisitor.execute({ path: objectPath });
    return found ?? null;
  };
}

/** Finds what was made of an object. Ask for the object itself first: the rights are its own. */
export function derivedObjects(db: Database): (path: string, kind: string) => Promise<(ServedObject & { path: string }) | null> {
  const read = db
    .select({ path: objects.path, mediaType: objects.mediaType, size: objects.servedSize, sha256: objects.servedSha256 })
    .from(objects)
    .where(and(eq(objects.derivedFrom, path), eq(objects.derivedKind, sql.placeholder('kind'))))
    .prepare('derived_object');
  return async (objectPath, kind) => (await read.execute({ path: objectPath, kind }))[0] ?? null;
}
