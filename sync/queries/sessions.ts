import { Dexie } from 'dexie';
import type { Video } from '../../api/contract/entities/video.ts';
import type { DeviceMedia } from '../device-media.ts';
import { readRowSyncs, type RowSync } from '../row-sync.ts';
import { plainRow, type StoredRow } from '../stored-row.ts';
import type { Store } from '../store.ts';

export interface SessionCard {
  video: Video;
  /** `picture`: the newest one on this device, which the server may not have yet. */
  dog: { id: string; name: string; image: string | null; picture: DeviceMedia | null } | null;
  owner: { id: string; name: string; isMe: boolean };
  sync: RowSync;
  /** The file on this device that belongs to the session, newest first; freed copies included. */
  media: DeviceMedia | null;
  commentCount: number;
}

export interface SessionFilter {
  scope: 'all' | 'mine' | 'partners';
  dogId?: string;
  /** Found anywhere in title or notes, ignoring case. */
  search?: string;
}

/** Sessions of a list, newest training first, as a collection that is read only as far as asked for. */
function sessionsOf(store: Store, { scope, dogId, search }: SessionFilter) {
  const videos = store.view('videos');
  const shelf = scope === 'mine' ? 'mine' : 'partners';
  const ordered =
    dogId !== undefined
      ? videos.where('[dogId+live]').between([dogId, Dexie.minKey], [dogId, Dexie.maxKey])
      : scope === 'all'
        ? videos.orderBy('live')
        : videos.where('[shelf+live]').between([shelf, Dexie.minKey], [shelf, Dexie.maxKey]);
  const newestFirst = ordered.reverse();
  const wanted = search?.trim().toLocaleLowerCase();
  const isOnShelf = (video: StoredRow<'videos'>) => scope === 'all' || video.shelf === shelf;
  if (!wanted && (dogId === undefined || scope === 'all')) return newestFirst;
  return newestFirst.filter(
    (video) =>
      isOnShelf(video) && (!wanted || `${video.title}\n${video.description}`.toLocaleLowerCase().includes(wanted)),
  );
}

/** Newest trained first. The cost grows with `limit`, and with what a search has to pass over. */
export async function listSessions(
  store: Store,
  { limit, ...filter }: SessionFilter & { limit: number; userId?: string },
): Promise<SessionCard[]> {
  return asCards(store, await sessionsOf(store, filter).limit(limit).toArray());
}

export const countSessions = (store: Store, filter: SessionFilter): Promise<number> => sessionsOf(store, filter).count();

/** Null when there is no such session here, or it was deleted. */
export async function getSession(store: Store, id: string): Promise<SessionCard | null> {
  const video = await store.view('videos').get(id);
  if (!video || video.deletedAt) return null;
  return (await asCards(store, [video]))[0] ?? null;
}

async function asCards(store: Store, videos: StoredRow<'videos'>[]): Promise<SessionCard[]> {
  const dogIds = [...new Set(videos.flatMap(({ dogId }) => dogId ?? []))];
  const others = [...new Set(videos.map(({ ownerId }) => ownerId).filter((ownerId) => ownerId !== store.userId))];
  const [dogs, partnerDogs, people, me, commentCounts, syncOf, dogSyncOf] = await Promise.all([
    store.view('dogs').bulkGet(dogIds),
    store.view('partnerDogs').bulkGet(dogIds),
    store.view('people').bulkGet(others),
    store.view('profile').get(store.userId),
    Promise.all(videos.map(({ id }) => countComments(store, id))),
    readRowSyncs(store, 'videos', videos.map(({ id }) => id)),
    readRowSyncs(store, 'dogs', dogIds),
  ]);
  // A deleted dog is none (design section 7, decision 10).
  const dogOf = new Map(
    [...partnerDogs, ...dogs.filter((dog) => !dog?.deletedAt)].flatMap((dog) => (dog ? [[dog.id, dog] as const] : [])),
  );
  const personOf = new Map([...people, me].flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return videos.map((video, index) => {
    const dog = video.dogId === null ? undefined : dogOf.get(video.dogId);
    const person = personOf.get(video.ownerId);
    return {
      video: plainRow(video),
      dog: dog ? { id: dog.id, name: dog.name, image: dog.image, picture: dogSyncOf(dog.id).media } : null,
      owner: {
        id: video.ownerId,
        name: [person?.firstName, person?.lastName].filter(Boolean).join(' ') || 'Training Partner',
        isMe: video.ownerId === store.userId,
      },
      ...syncOf(video.id),
      commentCount: commentCounts[index] ?? 0,
    };
  });
}

const countComments = (store: Store, videoId: string) =>
  store.view('comments').where('[videoId+live]').between([videoId, Dexie.minKey], [videoId, Dexie.maxKey]).count();
