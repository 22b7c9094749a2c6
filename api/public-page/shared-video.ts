import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SharedVideo } from '../contract/entities/video.ts';
import type { Database } from '../db/database.ts';
import { dogs, videos } from '../db/tables/log.ts';
import { objects } from '../db/tables/media.ts';

export interface FoundSharedVideo {
  video: SharedVideo;
  /** Bytes of the poster as served; null where there is none. */
  posterBytes: number | null;
}

/**
 * Reads a session whose public link is on. Asked anew at every request, so that off is off at once; one that is private
 * and one that never was take the same statement and the same answer: null.
 */
export function sharedVideoReader(db: Database): (id: string) => Promise<FoundSharedVideo | null> {
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
      posterBytes: objects.servedSize,
    })
    .from(videos)
    .leftJoin(dogs, eq(dogs.id, videos.dogId))
    .leftJoin(objects, eq(objects.path, videos.thumbnailUrl))
    .where(and(eq(videos.id, sql.placeholder('id')), eq(videos.shared, true), isNull(videos.deletedAt)))
    .prepare('shared_video');
  return async (id) => {
    const [found] = await read.execute({ id });
    if (!found) return null;
    const { posterBytes, trainedAt, ...video } = found;
    return { video: { ...video, trainedAt: trainedAt.toISOString() }, posterBytes };
  };
}
