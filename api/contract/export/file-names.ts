import { trainingDay } from '../training-day.ts';
import type { Profile } from '../entities/user.ts';
import type { ExportSource, SessionPlace } from './export-source.ts';

/** In bytes of UTF-8: file systems allow 255 for a name, which also has a day, a number and an ending. */
const WORDS_MAX = 180;
/** Not allowed in names on Windows, with a meaning in paths, or invisible. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Names of devices on Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The path of a file of media in an export, by the object that it was. */
export type FileNames = ReadonlyMap<string, string>;

interface Named extends Pick<ExportSource, 'dogPictures'> {
  profile: Pick<Profile, 'profileImageUrl'>;
  names: Pick<ExportSource['names'], 'dogs'>;
  sessions: readonly Pick<SessionPlace, 'id' | 'title' | 'trainedAt' | 'trainedZone' | 'videoUrl' | 'thumbnailUrl'>[];
}

/**
 * Names for all media of a person: a folder for each session by its day and title. The same rows give the same names, in any
 * order.
 * @param fileOf kind and ending of an object, such as 'mp4'; null if its file is missing
 */
export function fileNames(
  { profile, dogPictures, names: { dogs }, sessions }: Named,
  fileOf: (object: string) => { isFilm: boolean; extension: string } | null,
): FileNames {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  /** @param words of a film and of a picture */
  const name = (object: string | null, words: readonly [film: string, picture: string]) => {
    const file = object ? fileOf(object) : null;
    // An object may stand in several rows.
    if (!object || !file || names.has(object)) return;
    names.set(object, `${file.isFilm ? words[0] : words[1]}.${file.extension}`);
  };
  const free = (path: string): string => {
    for (let number = 1; ; number += 1) {
      const tried = number === 1 ? path : `${path} (${number})`;
      // File systems of Windows and macOS do not tell letters of either case apart.
      const folded = tried.toLowerCase();
      if (taken.has(folded)) continue;
      taken.add(folded);
      return tried;
    }
  };
  const same = (path: string): [string, string] => [path, path];
  if (profile.profileImageUrl) name(profile.profileImageUrl, same(free('media/profile')));
  for (const [id, object] of [...dogPictures].toSorted(byFirst)) name(object, same(free(`media/dogs/${wordsOf(dogs.get(id) ?? '')}`)));
  for (const { title, trainedAt, trainedZone, videoUrl, thumbnailUrl } of sessions.toSorted(byTimeAndId)) {
    if (!videoUrl && thumbnailUrl === '') continue;
    const folder = free(`media/${trainingDay(trainedAt, trainedZone)} ${wordsOf(title)}`);
    name(videoUrl, [`${folder}/film`, `${folder}/picture`]);
    name(thumbnailUrl, [`${folder}/film`, `${folder}/poster`]);
  }
  return names;
}

const byFirst = ([a]: readonly [string, string], [b]: readonly [string, string]): number => compare(a, b);

/** The moment and the id of a session are the same on every server; the moment of its making is not. */
const byTimeAndId = (a: { trainedAt: string; id: string }, b: { trainedAt: string; id: string }): number =>
  compare(a.trainedAt, b.trainedAt) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A text as part of a path. */
function wordsOf(text: string): string {
  const safe = text.normalize('NFC').replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ').trim();
  let words = '';
  let left = WORDS_MAX;
  for (const letter of safe) {
    left -= utf8Length(letter);
    if (left < 0) break;
    words += letter;
  }
  // Windows drops dots and spaces at the end of a name; a dot at its start hides it elsewhere.
  words = words
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '')
    .trim();
  return RESERVED.test(words) ? `${words}_` : words || 'untitled';
}

/** @param letter one code point */
const utf8Length = (letter: string): number => encodeURIComponent(letter).replaceAll(/%../g, 'x').length;
