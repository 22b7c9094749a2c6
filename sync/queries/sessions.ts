import { Dexie } from 'dexie';
import type { Video } from '../../api/contract/entities/video.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { ifStillNamed, readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { dayOf, isOnDays, isWithin, readNewestFirst, type SessionShelf, type SessionStretch, shelfOf } from './session-order.ts';
import { type DayNames, sessionSearch } from './session-search.ts';
import { type SessionWords, wordsOfSessions } from './session-words.ts';
import { readSetsOf, type SetCard } from './sets.ts';

export interface SessionCard {
  video: Video;
  /** The training day, YYYY-MM-DD. */
  day: string;
  /** `picture`: the newest picture on this device, which the server may not have yet. */
  dog: { id: string; name: string; image: string | null; picture: DeviceMedia | null } | null;
  /** `name`: null if this device does not know it. */
  owner: { id: string; name: string | null; isMe: boolean };
  sync: RowSync;
  /** The newest file of the session that this device has a row for, even if its copy was freed. */
  media: DeviceMedia | null;
  commentCount: number;
  /** Its sets, in order. */
  sets: readonly SetCard[];
}

export interface SessionFilter extends SessionShelf {
  /** Words to find (R200). */
  search?: string;
  /** Without these names, the search finds no months or weekdays. */
  dayNames?: DayNames;
}

/** Sessions, most recently trained first. Loads only the rows it returns. A search scans words kept in memory. */
export async function listSessions(
  store: Store,
  { search = '', dayNames, scope, dogId, from, to, ...stretch }: SessionFilter & SessionStretch,
): Promise<SessionCard[]> {
  const shelf = { scope, ...(dogId !== undefined && { dogId }), ...(from && { from }), ...(to && { to }) };
  const found = search.trim() ? await findSessions(store, { ...shelf, search, ...(dayNames && { dayNames }) }, stretch) : null;
  // One transaction for all reads: separate ones would cost a phone more than the reads themselves.
  return store.transaction('r', cardTables(store), async () => {
    if (found)
      return asCards(
        store,
        (await store.view('videos').bulkGet(found)).flatMap((row) => (row && !row.deletedAt ? [row] : [])),
      );
    return asCards(store, await readNewestFirst(store, shelf, stretch));
  });
}

/** How many sessions match a filter, and how many its scope contains. */
export async function countSessions(store: Store, filter: SessionFilter): Promise<{ found: number; all: number }> {
  const isFound = await matcher(store, filter);
  const inScope = (await wordsOfSessions(store)).filter(inScopeOf(filter));
  return { found: inScope.filter(isFound).length, all: inScope.length };
}

const cardTables = (store: Store) => [
  ...(['videos', 'dogs', 'partnerDogs', 'people', 'profile', 'comments', 'sets'] as const).map((entity) => store.table(entity)),
  store.outbox,
  store.media,
  store.settings,
];

/** Ids of the matching sessions within a stretch of the list. */
async function findSessions(store: Store, filter: SessionFilter, stretch: SessionStretch): Promise<string[]> {
  const isFound = await matcher(store, filter);
  const isInScope = inScopeOf(filter);
  const found: string[] = [];
  for (const session of await wordsOfSessions(store)) {
    if (!isInScope(session) || !isWithin(session, stretch) || !isFound(session)) continue;
    found.push(session.id);
    if (found.length === stretch.limit) break;
  }
  return found;
}

const inScopeOf =
  ({ scope }: SessionFilter) =>
  ({ shelf }: SessionWords) =>
    scope === 'all' || shelf === shelfOf(scope);

async function matcher(
  store: Store,
  { dogId, search = '', dayNames, ...days }: SessionFilter,
): Promise<(session: SessionWords) => boolean> {
  // Subscribes the live query to every session: any changed one may now match.
  await store.view('videos').count();
  const hasWords = await sessionSearch(store, search, dayNames);
  return (session) => (dogId === undefined || session.dogId === dogId) && isOnDays(session.day, days) && hasWords(session);
}

/** Null if this device has no such session, or it was deleted. */
export async function getSession(store: Store, id: string): Promise<SessionCard | null> {
  const video = await store.view('videos').get(id);
  if (!video || video.deletedAt) return null;
  return (await asCards(store, [video]))[0] ?? null;
}

async function asCards(store: Store, videos: StoredRow<'videos'>[]): Promise<SessionCard[]> {
  const dogIds = [...new Set(videos.flatMap(({ dogId }) => dogId ?? []))];
  const others = [...new Set(videos.map(({ ownerId }) => ownerId).filter((ownerId) => ownerId !== store.userId))];
  const ids = videos.map(({ id }) => id);
  const [dogs, partnerDogs, people, me, commentCounts, setsOf, syncOf, dogSyncOf] = await Promise.all([
    store.view('dogs').bulkGet(dogIds),
    store.view('partnerDogs').bulkGet(dogIds),
    store.view('people').bulkGet(others),
    store.view('profile').get(store.userId),
    countComments(store, ids),
    readSetsOf(store, ids),
    readRowSyncs(store, 'videos', ids),
    readRowSyncs(store, 'dogs', dogIds),
  ]);
  // A deleted dog counts as no dog (R48).
  const dogOf = new Map([...partnerDogs, ...dogs.filter((dog) => !dog?.deletedAt)].flatMap((dog) => (dog ? [[dog.id, dog] as const] : [])));
  const personOf = new Map([...people, me].flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return videos.map((video) => {
    const dog = video.dogId === null ? undefined : dogOf.get(video.dogId);
    const person = personOf.get(video.ownerId);
    return {
      video: plainRow(video),
      day: dayOf(video),
      dog: dog ? { id: dog.id, name: dog.name, image: dog.image, picture: ifStillNamed(dogSyncOf(dog.id).media, dog.image) } : null,
      owner: {
        id: video.ownerId,
        name: [person?.firstName, person?.lastName].filter(Boolean).join(' ') || null,
        isMe: video.ownerId === store.userId,
      },
      sync: syncOf(video.id).sync,
      media: ifStillNamed(syncOf(video.id).media, video.videoUrl),
      commentCount: commentCounts.get(video.id) ?? 0,
      sets: setsOf.get(video.id) ?? [],
    };
  });
}

/** The number of comments per session, in one index scan that skips sessions without comments. */
async function countComments(store: Store, videoIds: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (videoIds.length === 0) return counts;
  const ranges = videoIds.map((id): [unknown[], unknown[]] => [
    [id, Dexie.minKey],
    [id, Dexie.maxKey],
  ]);
  const keys = await store.view('comments').where('[videoId+live]').inAnyRange(ranges, { includeUppers: true }).keys();
  for (const [videoId] of keys as unknown as [string, string][]) counts.set(videoId, (counts.get(videoId) ?? 0) + 1);
  return counts;
}
