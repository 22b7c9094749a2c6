import { Dexie } from 'dexie';
import type { TrainingSet } from '../../api/contract/entities/set.ts';
import type { Video } from '../../api/contract/entities/video.ts';
import { type Rep, standingReps } from '../../api/contract/reps.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { rowsOf } from '../store/rows-of.ts';

export interface CountedSet {
  set: TrainingSet;
  /** The reps that count, in order. */
  reps: readonly Rep[];
}

/** A session with at least one set. */
export interface CountedSession {
  video: Pick<Video, 'id' | 'title' | 'trainedAt' | 'trainedZone'>;
  sets: readonly CountedSet[];
}

/** The sessions of one's own dog that have sets, oldest first. */
export async function listCountedSessions(store: Store, dogId: string): Promise<CountedSession[]> {
  const videos = await store.view('videos').where('[dogId+live]').between([dogId, Dexie.minKey], [dogId, Dexie.maxKey]).toArray();
  const byId = new Map<string, CountedSet[]>(videos.map(({ id }) => [id, []]));
  const rows = await rowsOf(store, 'sets', 'videoId', [...byId.keys()]);
  const standing = rows.filter(({ deletedAt }) => deletedAt === null).toSorted((a, b) => a.position - b.position);
  for (const row of standing) byId.get(row.videoId)?.push({ set: plainRow(row), reps: standingReps(row) });
  return videos
    .toSorted((a, b) => (a.trainedAt < b.trainedAt ? -1 : 1))
    .flatMap((video) => {
      const sets = byId.get(video.id) ?? [];
      return sets.length > 0 ? [{ video, sets }] : [];
    });
}
