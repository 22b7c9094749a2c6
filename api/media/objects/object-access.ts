import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isBlocked } from '../../db/is-blocked.ts';
import { isPresent } from '../../db/is-present.ts';
import { objects } from '../../db/tables/media.ts';

/**
 * Who requests an object: a person with beta access; a person whose access was removed, who sees only their own objects
 * and those that visitors see; null for everyone else.
 */
export type Viewer = { userId: string; wasRemoved?: boolean; isAdmin?: boolean } | null;

export interface ServedObject {
  mediaType: string;
  /** Size in bytes and SHA-256 in hex, both of the served bytes. */
  size: number;
  sha256: string;
}

const path = sql.placeholder('path');
const viewer = sql`${sql.placeholder('viewer')}::uuid`;

// A pair of people has one row in either direction, so least and greatest find it in the unique index.
const arePartners = sql`exists (
  select 1 from friendships f
  where least(f.user_id, f.friend_id) = least(objects.owner_id, ${viewer})
    and greatest(f.user_id, f.friend_id) = greatest(objects.owner_id, ${viewer})
    and f.status = 'accepted')`;

// Only the owner's own rows grant access: otherwise anyone could publish an object by referencing it. `<> ''` lets the
// planner use the partial index of posters.
const onSession = (column: 'video_url' | 'thumbnail_url') => sql`exists (
  select 1 from videos v
  where v.${sql.raw(column)} = ${path} and v.${sql.raw(column)} <> '' and v.owner_id = objects.owner_id and v.deleted_at is null
    and ((v.shared and not v.link_paused) or ${arePartners}) and not v.taken_down)`;

// Partners see a dog only if it is on a session (R55).
const onDog = sql`exists (
  select 1 from dogs d
  where d.image = ${path} and d.owner_id = objects.owner_id and d.deleted_at is null and ${arePartners}
    and exists (select 1 from videos v where v.dog_id = d.id and v.deleted_at is null and not v.taken_down))`;

// Even private profiles show their picture to people with beta access (R78).
const onProfile = sql`exists (
  select 1 from users u where u.profile_image_url = ${path} and u.id = objects.owner_id and not ${isBlocked(sql`u.id`, viewer)})`;

// Searches the indexes of shared sessions before any object, so that response times do not tell a visitor whether a
// private object exists. `offset 0` keeps the planner from reordering.
const onSharedSession = sql`(
  select video_url as named, owner_id as by_owner from videos where video_url = ${path} and shared and deleted_at is null and not link_paused and not taken_down
  union all
  select thumbnail_url, owner_id from videos where thumbnail_url = ${path} and shared and deleted_at is null and not link_paused and not taken_down
  offset 0) on_shared_session`;

/**
 * Finds an object if this viewer may see it. One query per request, so that access ends at once. The owner may always
 * see it; partners, if it is on a session of the owner or on the dog of one; everyone, if it is on a shared session; people
 * with beta access, if it is a profile picture; administrators, if it is evidence of a report.
 */
export function objectAccess(db: Database): (path: string, viewer: Viewer) => Promise<ServedObject | null> {
  const served = { mediaType: objects.mediaType, size: objects.servedSize, sha256: objects.servedSha256 };
  const readAsVisitor = db
    .select(served)
    .from(objects)
    .innerJoin(onSharedSession, sql`on_shared_session.named = ${objects.path} and on_shared_session.by_owner = ${objects.ownerId}`)
    .where(isPresent(objects.ownerId))
    .limit(1)
    .prepare('object_access_of_visitors');
  const readAsPerson = db
    .select(served)
    .from(objects)
    .where(
      sql`${objects.path} = ${path} and (
        ${objects.ownerId} = ${viewer}
        or ((${onSession('video_url')} or ${onSession('thumbnail_url')} or ${onDog} or ${onProfile}) and ${isPresent(objects.ownerId)}))`,
    )
    .prepare('object_access');
  const readOwn = db
    .select(served)
    .from(objects)
    .where(sql`${objects.path} = ${path} and ${objects.ownerId} = ${viewer}`)
    .prepare('own_object');
  const readEvidence = db
    .select(served)
    .from(objects)
    .where(sql`${objects.path} = ${path} and exists (select 1 from held_objects h where h.path = ${objects.path})`)
    .prepare('object_of_evidence');
  return async (objectPath, who) => {
    const asked = { path: objectPath, viewer: who?.userId };
    if (who && !who.wasRemoved) {
      const [seen] = await readAsPerson.execute(asked);
      return seen ?? (who.isAdmin ? ((await readEvidence.execute({ path: objectPath }))[0] ?? null) : null);
    }
    const [own] = who ? await readOwn.execute(asked) : [];
    return own ?? (await readAsVisitor.execute({ path: objectPath }))[0] ?? null;
  };
}

/** Finds a derived file. Check access to the original first; this does not. */
export function derivedObjects(db: Database): (path: string, kind: string) => Promise<(ServedObject & { path: string }) | null> {
  const read = db
    .select({ path: objects.path, mediaType: objects.mediaType, size: objects.servedSize, sha256: objects.servedSha256 })
    .from(objects)
    .where(and(eq(objects.derivedFrom, path), eq(objects.derivedKind, sql.placeholder('kind'))))
    .prepare('derived_object');
  return async (objectPath, kind) => (await read.execute({ path: objectPath, kind }))[0] ?? null;
}
