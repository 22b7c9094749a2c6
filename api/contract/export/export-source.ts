import type { Conflict } from '../entities/conflict.ts';
import type { EntityRow } from '../entities.ts';
import type { Profile } from '../entities/user.ts';
import type { Video } from '../entities/video.ts';
import type { ExportedEntity } from '../row-policies.ts';

/** Kinds of rows of which a person has any number. */
export type ManyRows = Exclude<ExportedEntity, 'profile'>;

/** What is held of every session while an export is made. */
export type SessionPlace = Pick<Video, 'id' | 'title' | 'dogId' | 'trainedAt' | 'trainedZone' | 'videoUrl' | 'thumbnailUrl' | 'mediaType'>;

/** A comment with the name that its author shows; null for the person's own. */
export interface NamedComment {
  videoId: string;
  author: string | null;
  content: string;
  createdAt: string;
}

/**
 * What an export is made from: own rows that are not deleted. Ids and names are held, rows are read some at a time, because
 * ten years of them do not fit into the memory of a small machine.
 */
export interface ExportSource {
  profile: Profile;
  /** In the order of their making. Comments: own ones under own sessions. */
  ids: Readonly<Record<ManyRows, readonly string[]>>;
  /** By id. */
  names: Readonly<Record<'dogs' | 'cues', ReadonlyMap<string, string>>>;
  /** By id. */
  dogPictures: ReadonlyMap<string, string>;
  /** By the time of training. */
  sessions: readonly SessionPlace[];
  /** In the order of the ids; one that was deleted meanwhile is missing. @param ids at most `ROWS_AT_ONCE` */
  read<E extends ManyRows>(entity: E, ids: readonly string[]): Promise<readonly EntityRow<E>[]>;
  /** All comments under these sessions, the oldest first. @param ids at most `ROWS_AT_ONCE` */
  commentsUnder(ids: readonly string[]): Promise<readonly NamedComment[]>;
  /** The sets of these sessions. @param ids at most `ROWS_AT_ONCE` */
  setsOf(ids: readonly string[]): Promise<readonly EntityRow<'sets'>[]>;
  /** Own comments under sessions of others, which are not named: their titles are not the person's. */
  commentsElsewhere: readonly Pick<NamedComment, 'content' | 'createdAt'>[];
  /** Values that the person has not settled yet. */
  conflicts: readonly Conflict[];
  /** Names of training partners. */
  partners: readonly string[];
}

export const ROWS_AT_ONCE = 200;

/** Items in groups of at most `ROWS_AT_ONCE`. */
export function* some<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) yield items.slice(from, from + ROWS_AT_ONCE);
}

/** A file of an export that is made from rows, in pieces of some kilobytes. */
export interface TextFile {
  name: string;
  pieces: AsyncIterable<string> | Iterable<string>;
}
