import type { EntityRow } from '../../api/contract/entities.ts';
import type { Profile } from '../../api/contract/entities/user.ts';
import { EXPORTED_ENTITIES, exportName } from '../../api/contract/export/exported-rows.ts';
import type { ManyRows } from '../../api/contract/export/export-source.ts';
import { readFirstReading } from '../status/first-sync.ts';
import { hasFile, type MediaEntity } from '../store/media-row.ts';
import type { Store } from '../store/store.ts';
import { type ExportedFiles, ImportRefused, type Manifest, readManifest } from './exported-files.ts';
import { type Fault, type Line, readLines } from './read-lines.ts';
import { idsHere, withIds } from './rename-rows.ts';

export type Lines = { [E in ManyRows]: Line<E>[] };

/** A film or picture of the export that the row here lacks. */
export interface FileToImport {
  entity: MediaEntity;
  /** Of its row. */
  id: string;
  /** In the export. */
  name: string;
  /** The poster's, if it has one. */
  poster: string | null;
}

export interface Counts {
  fresh: number;
  here: number;
  /** Deleted here, or part of a session that was. */
  deleted: number;
}

/** What an import will do. */
export interface ImportPlan {
  /** Rows that are not here, in the order of their making. */
  fresh: Lines;
  counts: Readonly<Record<ManyRows, Counts>>;
  /** What the profile here does not say yet. */
  profile: Partial<Profile>;
  files: readonly FileToImport[];
  /** Films and pictures that rows need and that are in none of the chosen files. */
  absent: number;
  /** The export was made without films. */
  lacksFilms: boolean;
  /** Size and hash of each file as it was exported, by name. */
  expected: ReadonlyMap<string, { size: number; sha256: string }>;
  faults: readonly Fault[];
}

const MANY = EXPORTED_ENTITIES.filter((entity): entity is ManyRows => entity !== 'profile');

/**
 * Compares an export with what this device holds. Deleted rows stay deleted, and rows that are here stay as they are.
 * @param host of this server
 * @throws ImportRefused
 */
export async function planImport(store: Store, files: ExportedFiles, host: string): Promise<ImportPlan> {
  const manifest = await readManifest(files);
  const profile = await readLines(files, manifest, 'profile');
  const faults = [...profile.faults];
  const read = {} as Record<ManyRows, Line<ManyRows>[]>;
  for (const entity of MANY) {
    const { lines, faults: more } = await readLines(files, manifest, entity);
    read[entity] = lines;
    for (const fault of more) faults.push(fault);
  }
  const known = new Set(Object.values(read).flatMap((lines) => lines.map(({ id }) => id)));
  const idOf = await idsHere(store, manifest, host);
  const lines = idOf ? Object.fromEntries(MANY.map((entity) => [entity, read[entity].map((line) => withIds(line, known, idOf))])) : read;
  return planLines(store, lines as unknown as Lines, faults, { profile: profile.lines[0] ?? null, has: files.has, manifest });
}

interface Beside {
  profile: Line<'profile'> | null;
  /** Whether a file of the export is there. */
  has: (name: string) => boolean;
  manifest: Manifest | null;
}

const NOTHING_BESIDE: Beside = { profile: null, has: () => false, manifest: null };

/** Compares rows with what this device holds. @param given each id once */
export async function planLines(
  store: Store,
  given: Partial<Lines>,
  faults: readonly Fault[],
  { profile, has, manifest }: Beside = NOTHING_BESIDE,
): Promise<ImportPlan> {
  // Before that, all rows would seem new.
  if ((await readFirstReading(store)) !== 'done') throw new ImportRefused('not_read_yet');
  const mine = (await store.view('profile').get(store.userId)) ?? null;
  const all = Object.fromEntries(MANY.map((entity) => [entity, given[entity] ?? []])) as unknown as Lines;
  const held = new Map<ManyRows, Held>();
  const orphans: Fault[] = [];
  for (const entity of MANY) {
    const videos = held.get('videos');
    const hasSession = (line: object) =>
      !videos || !('videoId' in line) || videos.lines.has(line.videoId as string) || videos.rows.has(line.videoId as string);
    const lines: Line<ManyRows>[] = all[entity];
    const inSession = lines.filter(hasSession);
    const orphan = { file: `data/${exportName(entity)}.jsonl`, line: null, message: 'Its session cannot be read' };
    for (let left = lines.length - inSession.length; left > 0; left -= 1) orphans.push(orphan);
    (all as unknown as Record<ManyRows, Line<ManyRows>[]>)[entity] = inSession;
    held.set(entity, await heldOf(store, entity, all[entity]));
  }
  const isThere = (entity: ManyRows, id: string | null | undefined) => {
    if (!id) return false;
    const { rows, lines } = held.get(entity)!;
    const row = rows.get(id);
    return row ? !isDeleted(row) : lines.has(id);
  };
  const isOfSession = (line: object) => !('videoId' in line) || isThere('videos', line.videoId as string);
  const counts = {} as Record<ManyRows, Counts>;
  const fresh = {} as Record<ManyRows, Line<ManyRows>[]>;
  for (const entity of MANY) {
    const { rows } = held.get(entity)!;
    const lines: Line<ManyRows>[] = all[entity];
    const isNew = (line: Line<ManyRows>) => !rows.has(line.id) && isOfSession(line);
    fresh[entity] = lines.filter(isNew).map((line) => forAge(withLiveReferences(entity, line, isThere), mine));
    const here = lines.filter(({ id }) => isThere(entity, id) && rows.has(id)).length;
    counts[entity] = { fresh: fresh[entity].length, here, deleted: lines.length - here - fresh[entity].length };
  }
  const hereOf = <E extends ManyRows>(entity: E, id: string) => held.get(entity)!.rows.get(id) as EntityRow<E> | undefined;
  const wanted = await filesToImport(store, { ...all, profile, mine }, { isThere, hereOf });
  return {
    fresh: fresh as unknown as Lines,
    counts,
    profile: profile && mine ? unsaid(mine, profile) : {},
    files: wanted.filter(({ name }) => has(name)),
    absent: wanted.filter(({ name }) => !has(name)).length + (manifest?.lost ?? 0),
    lacksFilms: manifest?.films === false,
    expected: new Map((manifest?.files ?? []).map((file) => [file.name, file])),
    faults: [...faults, ...orphans],
  };
}

interface Held {
  /** Rows of this device with the id of a line, and all dogs. */
  rows: ReadonlyMap<string, object>;
  /** Ids of all lines. */
  lines: ReadonlySet<string>;
}

async function heldOf<E extends ManyRows>(store: Store, entity: E, lines: readonly Line<E>[]): Promise<Held> {
  const ids = lines.map(({ id }) => id);
  // Sessions of a spreadsheet name dogs that are only here.
  const rows = (await (entity === 'dogs' ? store.view('dogs').toArray() : store.view(entity).bulkGet(ids))) as (EntityRow<E> | undefined)[];
  return { rows: new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))), lines: new Set(ids) };
}

const isDeleted = (row: object): boolean => 'deletedAt' in row && row.deletedAt !== null;

type IsThere = (entity: ManyRows, id: string | null | undefined) => boolean;

/** A row without references to rows that are neither here nor imported: a server refuses those. */
function withLiveReferences<E extends ManyRows>(entity: E, line: Line<E>, isThere: IsThere): Line<E> {
  const dogId = <Row extends { dogId?: string | null | undefined }>(row: Row) => ({
    ...row,
    dogId: isThere('dogs', row.dogId) ? row.dogId : null,
  });
  const cueId = <Row extends { cueId?: string | null | undefined }>(row: Row) => ({
    ...row,
    cueId: isThere('cues', row.cueId) ? row.cueId : null,
  });
  const change: { [E in ManyRows]?: (row: Line<E>) => object } = {
    programs: (program) => ({ ...dogId(program), cueIds: program.cueIds.filter((id) => isThere('cues', id)) }),
    videos: dogId,
    sets: cueId,
    trials: dogId,
    plans: (plan) => ({
      ...dogId(plan),
      exercises: plan.exercises?.map(cueId),
      videoIds: plan.videoIds?.filter((id) => isThere('videos', id)),
      // The ids of an exercise and of its set.
      done: plan.done?.filter((each) => isThere('sets', each.split(' ')[1])),
    }),
  };
  return ((change[entity] as ((row: Line<E>) => object) | undefined)?.(line) ?? line) as Line<E>;
}

interface Here {
  isThere: IsThere;
  /** The row of this device; undefined if it is not here. */
  hereOf: <E extends ManyRows>(entity: E, id: string) => EntityRow<E> | undefined;
}

interface Rows extends Pick<Lines, 'dogs' | 'videos'> {
  profile: Line<'profile'> | null;
  mine: Profile | null;
}

/** Films and pictures of rows that have none here. */
async function filesToImport(store: Store, { dogs, videos, profile, mine }: Rows, { isThere, hereOf }: Here): Promise<FileToImport[]> {
  const onDevice = new Set((await store.media.filter(hasFile).toArray()).map(({ entity, entityId }) => `${entity} ${entityId ?? ''}`));
  const lacks = (entity: MediaEntity, id: string, object: string | null | undefined) => !object && !onDevice.has(`${entity} ${id}`);
  const wanted: FileToImport[] = [];
  const want = (entity: MediaEntity, id: string, name: string | null | undefined, poster: string | null = null) => {
    if (name) wanted.push({ entity, id, name, poster });
  };
  if (mine && lacks('profile', store.userId, mine.profileImageUrl)) want('profile', store.userId, profile?.profileImageUrl);
  for (const { id, image } of dogs) if (isThere('dogs', id) && lacks('dogs', id, hereOf('dogs', id)?.image)) want('dogs', id, image);
  for (const { id, videoUrl, thumbnailUrl } of videos)
    if (isThere('videos', id) && lacks('videos', id, hereOf('videos', id)?.videoUrl)) want('videos', id, videoUrl, thumbnailUrl || null);
  return wanted;
}

/** Under 18, nothing is public (R378). */
const forAge = <Made extends object>(line: Made, mine: Profile | null): Made =>
  mine?.isAdult === false && 'visibility' in line && line.visibility === 'public' ? { ...line, visibility: 'private' } : line;

/** What a profile does not say yet. Who may see it is taken over only by one that says nothing at all. */
export function unsaid(mine: Profile, given: { [F in keyof Profile]?: Profile[F] | undefined }): Partial<Profile> {
  const { id: _id, profileImageUrl: _image, ...theirs } = given;
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const isBlank = [mine.bio, mine.location, mine.sports].every(isEmpty);
  const taken = Object.entries(theirs).filter(([field, value]) => {
    const here = mine[field as keyof Profile];
    if (field === 'profileVisibility') return isBlank && value !== here && mine.isAdult !== false;
    return isEmpty(here) && !isEmpty(value);
  });
  return Object.fromEntries(taken) as Partial<Profile>;
}
