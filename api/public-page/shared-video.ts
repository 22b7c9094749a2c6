import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SharedResult, SharedVideo } from '../contract/entities/video.ts';
import { SHARED_RESULTS_MAX } from '../contract/limits.ts';
import { standingReps, typedIn } from '../contract/reps.ts';
import type { Database } from '../db/database.ts';
import { isPresent } from '../db/is-present.ts';
import { dogs, sets, videos } from '../db/tables/training.ts';
import { objects } from '../db/tables/media.ts';
import { SHOWN_WIDTH } from './poster-of.ts';

export interface FoundSharedVideo {
  video: SharedVideo;
  /**
   * The still as shown, its narrow copy if there is one, and whether the server encoded these bytes; null if there is none.
   */
  still: { path: string; bytes: number; isEncoded: boolean } | null;
}

/**
 * Reads a session whose public link is on. Not cached, so that switching a link off works at once. Private and unknown
 * sessions run the same statement, miss the same index of shared sessions, and get the same answer: null.
 */
export function sharedVideoReader(db: Database): (id: string) => Promise<FoundSharedVideo | null> {
  const stills = alias(objects, 'stills');
  const narrow = alias(objects, 'narrow');
  const read = db
    .select({
      id: videos.id,
      title: videos.title,
      description: videos.description,
      videoUrl: videos.videoUrl,
      thumbnailUrl: videos.thumbnailUrl,
      mediaType: videos.mediaType,
      derived: videos.derived,
      trainedAt: videos.trainedAt,
      trainedZone: videos.trainedZone,
      dogName: dogs.name,
      showsResults: videos.showsResults,
      stillPath: stills.path,
      stillBytes: stills.servedSize,
      // A picture that cannot be decoded is stored as uploaded; encoding changes the bytes.
      stillIsEncoded: sql<boolean>`${stills.mediaType} in ('image/jpeg', 'image/webp') and ${stills.sha256} <> ${stills.servedSha256}`,
      narrowPath: narrow.path,
      narrowBytes: narrow.servedSize,
    })
    .from(videos)
    .leftJoin(dogs, eq(dogs.id, videos.dogId))
    .leftJoin(
      stills,
      sql`${stills.path} = case when ${videos.thumbnailUrl} <> '' then ${videos.thumbnailUrl} when ${videos.mediaType} like 'image/%' then ${videos.videoUrl} end`,
    )
    .leftJoin(narrow, and(eq(narrow.derivedFrom, stills.path), eq(narrow.derivedKind, `w${SHOWN_WIDTH}`)))
    .where(
      and(
        eq(videos.id, sql.placeholder('id')),
        sql`${videos.shared} and not ${videos.linkPaused} and not ${videos.takenDown}`,
        isNull(videos.deletedAt),
        isPresent(videos.ownerId),
      ),
    )
    .prepare('shared_video');
  const readResults = resultsReader(db);
  return async (id) => {
    const [found] = await read.execute({ id });
    if (!found) return null;
    const { stillPath, stillBytes, stillIsEncoded, narrowPath, narrowBytes, trainedAt, showsResults, ...video } = found;
    const full = stillPath !== null && stillBytes !== null ? { path: stillPath, bytes: stillBytes, isEncoded: stillIsEncoded } : null;
    const still = narrowPath !== null && narrowBytes !== null ? { path: narrowPath, bytes: narrowBytes, isEncoded: true } : full;
    const results = showsResults ? await readResults(id) : [];
    return { video: { ...video, trainedAt: trainedAt.toISOString(), results }, still };
  };
}

/** Reads the first sets of a session, those that have reps, in order. */
function resultsReader(db: Database): (id: string) => Promise<SharedResult[]> {
  const { exercise, distanceM, durationS, count, countWord, distraction, reps, struck } = sets;
  const read = db
    .select({ exercise, distanceM, durationS, count, countWord, distraction, reps, struck })
    .from(sets)
    .where(and(eq(sets.videoId, sql.placeholder('id')), isNull(sets.deletedAt)))
    .orderBy(asc(sets.position), asc(sets.createdAt), asc(sets.id))
    .limit(SHARED_RESULTS_MAX)
    .prepare('shared_results');
  return async (id) =>
    (await read.execute({ id })).flatMap(({ reps, struck, ...set }) => {
      const standing = standingReps({ reps, struck });
      return standing.length > 0 ? [{ ...set, kinds: standing.map(({ kind }) => kind), typed: typedIn(standing) }] : [];
    });
}
