import type { EntityName, EntityRow } from '../../api/contract/entities.ts';
import type { ExportSource, ManyRows, NamedComment } from '../../api/contract/export/export-source.ts';
import { ifStillNamed } from '../status/row-sync.ts';
import { type DeviceMedia, hasFile } from '../store/media-row.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { unreadProfile } from '../store/unread-profile.ts';
import { readBlockedIds } from './blocks.ts';

/** A file of this device that an export holds. */
export interface FileToExport {
  fileName: string;
  type: string;
  /** As it was picked. */
  name: string;
  /** Milliseconds since 1970. */
  storedAt: number;
}

export interface DeviceExport {
  /** Fields of media name what is on this device by a name of its own; the rest as the server does. */
  source: ExportSource;
  /** By the name in the rows. */
  files: ReadonlyMap<string, FileToExport>;
  /** Films that no row of the export names: of a form that is not saved; in a last export, also those of a deleted session. */
  unsaved: readonly FileToExport[];
}

type Owned = Exclude<ManyRows, 'comments'>;
const OWNED: readonly Owned[] = ['dogs', 'cues', 'programs', 'videos', 'sets', 'plans', 'trials'];

/**
 * All that this device holds of its person, with changes and files that are not sent yet.
 * @param isLast also without a profile, which an erased account will never send
 * @returns null before the first sync
 */
export async function readDeviceExport(store: Store, { isLast = false } = {}): Promise<DeviceExport | null> {
  const held = await readAll(store, isLast);
  if (!held) return null;
  const files = new Map<string, FileToExport>();
  const heldFiles = new HeldFiles(held.media, files);
  const rows = rowsWithFiles(held, heldFiles);
  const videos = new Set(rows.videos.map(({ id }) => id));
  const ofOwn = new Set(held.ownSessions);
  const comments = held.comments.filter(({ deletedAt }) => deletedAt === null).toSorted(byAge);
  const isOwn = ({ userId }: { userId: string }) => userId === store.userId;
  const ownHere = comments.filter((comment) => isOwn(comment) && videos.has(comment.videoId));
  const sets = rows.sets.filter(({ videoId }) => videos.has(videoId));
  const byId: { [E in ManyRows]: ReadonlyMap<string, EntityRow<E>> } = {
    dogs: indexed(rows.dogs),
    cues: indexed(rows.cues),
    programs: indexed(rows.programs),
    videos: indexed(rows.videos),
    comments: indexed(ownHere),
    sets: indexed(sets),
    plans: indexed(rows.plans),
    trials: indexed(rows.trials),
  };
  const setsBy = bySession(sets);
  const commentsBy = bySession(comments);
  const named = ({ videoId, userId, content, createdAt }: (typeof comments)[number]): NamedComment => ({
    videoId,
    author: userId === store.userId ? null : (held.names.get(userId) ?? ''),
    content,
    createdAt,
  });
  const source: ExportSource = {
    profile: rows.profile,
    ids: {
      dogs: [...byId.dogs.keys()],
      cues: [...byId.cues.keys()],
      programs: [...byId.programs.keys()],
      videos: [...byId.videos.keys()],
      comments: [...byId.comments.keys()],
      sets: [...byId.sets.keys()],
      plans: [...byId.plans.keys()],
      trials: [...byId.trials.keys()],
    },
    names: { dogs: namesOf(rows.dogs), cues: namesOf(rows.cues) },
    dogPictures: new Map(rows.dogs.flatMap(({ id, image }) => (image ? [[id, image] as const] : []))),
    sessions: rows.videos.toSorted((a, b) => compare(a.trainedAt, b.trainedAt) || compare(a.id, b.id)),
    read: async (entity, ids) => ids.flatMap((id) => byId[entity].get(id) ?? []),
    commentsUnder: async (ids) => ids.flatMap((id) => commentsBy.get(id) ?? []).map(named),
    setsOf: async (ids) => ids.flatMap((id) => setsBy.get(id) ?? []),
    commentsElsewhere: comments
      .filter((comment) => isOwn(comment) && !ofOwn.has(comment.videoId))
      .map(({ content, createdAt }) => ({ content, createdAt })),
    conflicts: held.conflicts,
    partners: held.partners,
  };
  return { source, files, unsaved: heldFiles.unsaved(isLast) };
}

/** What the store has at one moment. */
function readAll(store: Store, isLast: boolean) {
  const tables = [...OWNED, 'profile', 'comments', 'people', 'friendships', 'blocks', 'conflicts'] as const;
  return store.transaction('r', [...tables.map((entity) => store.view(entity)), store.media], async () => {
    const profile = await store.view('profile').get(store.userId);
    if (!profile && !isLast) return null;
    const own: Partial<Record<Owned, StoredRow[]>> = {};
    for (const entity of OWNED) {
      const rows = (await store.view(entity).toArray()) as unknown as (StoredRow<Owned> & Made)[];
      own[entity] = rows.filter(({ ownerId }) => ownerId === store.userId).toSorted(byAge) as unknown as StoredRow[];
    }
    // The server ends their partnership, and its export leaves out their comments.
    const blocked = await readBlockedIds(store);
    const friendships = await store.view('friendships').where('status').equals('accepted').toArray();
    const partners = friendships.filter(({ userId, friendId }) => !blocked.has(userId) && !blocked.has(friendId));
    const people = await store.view('people').toArray();
    return {
      profile: profile ? plainRow(profile) : unreadProfile(store.userId),
      own: own as { [E in Owned]: StoredRow<E>[] },
      ownSessions: (own.videos ?? []).map(({ id }) => id),
      comments: (await store.view('comments').toArray()).filter(({ userId }) => !blocked.has(userId)).map((row) => plainRow(row)),
      conflicts: (await store.view('conflicts').toArray()).filter(({ deletedAt }) => deletedAt === null).map((row) => plainRow(row)),
      media: await store.media.toArray(),
      names: new Map(people.map((person) => [person.id, fullName(person.firstName, person.lastName)])),
      partners: partners.map(({ friendFirstName, friendLastName }) => fullName(friendFirstName, friendLastName)).toSorted(),
    };
  });
}

type Held = NonNullable<Awaited<ReturnType<typeof readAll>>>;

/** The rows that are not deleted, with this device's files in place of those that a server has. */
function rowsWithFiles({ profile, own }: Held, held: HeldFiles) {
  const live = <E extends Owned>(entity: E): EntityRow<E>[] =>
    own[entity].filter((row) => !('deletedAt' in row && row.deletedAt)).map((row) => plainRow(row));
  return {
    profile: { ...profile, profileImageUrl: held.file('profile', profile.id, profile.profileImageUrl) },
    dogs: live('dogs').map((dog) => ({ ...dog, image: held.file('dogs', dog.id, dog.image) })),
    videos: live('videos').map((video) => {
      const videoUrl = held.file('videos', video.id, video.videoUrl);
      const type = held.typeOf(videoUrl);
      return {
        ...video,
        videoUrl,
        thumbnailUrl: held.poster(video.id, video.videoUrl) ?? video.thumbnailUrl,
        mediaType: type ?? video.mediaType,
      };
    }),
    cues: live('cues'),
    programs: live('programs'),
    sets: live('sets'),
    plans: live('plans'),
    trials: live('trials'),
  };
}

/** Which of the device's files belongs to which row, as the cards show it. */
class HeldFiles {
  readonly #byRow = new Map<string, DeviceMedia[]>();
  readonly #media: readonly DeviceMedia[];
  readonly #taken: Map<string, FileToExport>;

  constructor(media: readonly DeviceMedia[], taken: Map<string, FileToExport>) {
    this.#media = media;
    this.#taken = taken;
    for (const each of media) {
      const row = `${each.entity} ${each.entityId}`;
      this.#byRow.set(row, [...(this.#byRow.get(row) ?? []), each]);
    }
  }

  /** The newest file that the row still names; its bytes may be freed. A downloaded one replaces no other. */
  #of(entity: EntityName, id: string, path: string | null): DeviceMedia | null {
    const named = (this.#byRow.get(`${entity} ${id}`) ?? []).filter(
      (media) => media.state !== 'writing' && hasFile(media) && ifStillNamed(media, path),
    );
    const order = (a: DeviceMedia, b: DeviceMedia) =>
      Number(a.downloaded ?? false) - Number(b.downloaded ?? false) || b.createdAt - a.createdAt;
    return named.toSorted(order)[0] ?? null;
  }

  /** @param path of the object that the row names */
  file(entity: EntityName, id: string, path: string | null): string | null {
    const media = this.#of(entity, id, path);
    if (!media?.fileName) return path;
    const { fileName, type, name, createdAt } = media;
    return this.#take(`device:file:${media.id}`, { fileName, type, name, storedAt: createdAt });
  }

  poster(id: string, path: string | null): string | null {
    const media = this.#of('videos', id, path);
    if (!media?.poster) return null;
    return this.#take(`device:poster:${media.id}`, {
      fileName: media.poster.fileName,
      type: 'image/jpeg',
      name: 'poster.jpg',
      storedAt: media.createdAt,
    });
  }

  typeOf(name: string | null): string | undefined {
    return name === null ? undefined : this.#taken.get(name)?.type;
  }

  /** Those that no row names. One that someone shared waits for its person's consent. */
  unsaved(isLast: boolean): FileToExport[] {
    return this.#media.flatMap(({ id, entityId, fileName, type, name, createdAt, state, shared, downloaded }) => {
      const isOnlyHere = entityId === null || (isLast && state !== 'uploaded' && !downloaded);
      const isNamed = this.#taken.has(`device:file:${id}`);
      return isOnlyHere && !isNamed && fileName !== null && state !== 'writing' && !shared
        ? [{ fileName, type, name, storedAt: createdAt }]
        : [];
    });
  }

  #take(name: string, file: FileToExport): string {
    this.#taken.set(name, file);
    return name;
  }
}

interface Made {
  id: string;
  ownerId: string;
  createdAt: string;
}

const byAge = (a: Pick<Made, 'id' | 'createdAt'>, b: Pick<Made, 'id' | 'createdAt'>): number =>
  compare(a.createdAt, b.createdAt) || compare(a.id, b.id);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const indexed = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

function bySession<Row extends { videoId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row.videoId, [...(found.get(row.videoId) ?? []), row]);
  return found;
}

const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
const fullName = (...names: (string | null)[]): string => names.filter(Boolean).join(' ');
