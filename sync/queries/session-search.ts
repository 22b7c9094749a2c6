import type { Store } from '../store/store.ts';
import { canBeApart, foldedWords, WITHOUT_SPACES, wordsOfSearch } from './folded-words.ts';
import type { SessionWords } from './session-words.ts';

/** Names of months and weekdays that people type, folded by `searchText`; January and Sunday first. */
export interface DayNames {
  months: readonly (readonly string[])[];
  weekdays: readonly (readonly string[])[];
}

/** One typed word, as what it can match. */
interface SearchedWord {
  isIn: (words: string) => boolean;
  isOn: (day: string) => boolean;
}

/** Shorter beginnings of a month or weekday match too much while typing. */
const DAY_NAME_MIN = 3;

/**
 * What each typed word matches (R200, R296): the beginning of a word, whether words are written together, apart or with a
 * hyphen; a weekday or month by its name; a year; beside a month, a day.
 */
function parseSearch(search: string, names?: DayNames): SearchedWord[] {
  const words = wordsOfSearch(search);
  return words.map((word, index) => {
    const [before = '', after = ''] = [words[index - 1], words[index + 1]];
    const pairs = [[before, word] as const, [word, after] as const].filter(
      ([first, second]) => first && second && canBeApart(first, second),
    );
    const beginnings = [word, ...pairs.map(([first, second]) => first + second)].map(beginning);
    return {
      isIn: (text) => beginnings.some((pattern) => pattern.test(text)),
      isOn: dayTest(word, [before, after], names),
    };
  });
}

/** 'sendaway' finds ' sendaway', ' send away' and ' sendaways', not ' resendaway'. */
function beginning(word: string): RegExp {
  const start = WITHOUT_SPACES.test(word) ? '' : ' ';
  let before = '';
  let pattern = start;
  for (const letter of word) {
    pattern += before && canBeApart(before, word.slice(before.length)) ? ` ?${letter}` : letter;
    before += letter;
  }
  return new RegExp(pattern, 'u');
}

function dayTest(word: string, neighbours: readonly string[], names: DayNames | undefined): SearchedWord['isOn'] {
  if (/^\d+$/.test(word)) {
    const isDay = neighbours.some((neighbour) => indexesOf(neighbour, names?.months).size > 0);
    return (day) => day.slice(0, 4) === word || (isDay && Number(day.slice(8)) === Number(word));
  }
  const months = indexesOf(word, names?.months);
  const weekdays = indexesOf(word, names?.weekdays);
  if (months.size + weekdays.size === 0) return () => false;
  return (day) => months.has(Number(day.slice(5, 7)) - 1) || (weekdays.size > 0 && weekdays.has(new Date(`${day}T00:00:00Z`).getUTCDay()));
}

function indexesOf(word: string, names: DayNames['months'] = []): Set<number> {
  if (word.length < DAY_NAME_MIN) return new Set();
  return new Set(names.flatMap((spellings, index) => (spellings.some((name) => name.startsWith(word)) ? [index] : [])));
}

/**
 * A test for sessions: each typed word must be in title or notes, in the name of the dog or of the partner, or in the
 * training day. In a live query it makes the query rerun when a dog or a person is renamed.
 */
export async function sessionSearch(store: Store, search: string, names?: DayNames): Promise<(session: SessionWords) => boolean> {
  const searched = parseSearch(search, names);
  const [dogs, partnerDogs, people] = await Promise.all([
    store.view('dogs').orderBy('live').toArray(),
    store.view('partnerDogs').toArray(),
    store.view('people').toArray(),
  ]);
  const named = [
    ...[...dogs, ...partnerDogs].map(({ id, name }) => ({ id, words: foldedWords(name) })),
    ...people.map(({ id, firstName, lastName }) => ({ id, words: foldedWords(`${firstName ?? ''} ${lastName ?? ''}`) })),
  ];
  const tests = searched.map(({ isIn, isOn }) => {
    const ids = new Set(named.filter(({ words }) => isIn(words)).map(({ id }) => id));
    return ({ dogId, ownerId, day, words }: SessionWords) =>
      (dogId !== null && ids.has(dogId)) || ids.has(ownerId) || isOn(day) || isIn(words);
  });
  return (session) => tests.every((test) => test(session));
}
