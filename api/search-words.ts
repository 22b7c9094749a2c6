import { searchText } from './contract/search-text.ts';

/**
 * Text as a search sees it: lower case, without accents, split into words of letters and digits. Both the search and
 * the stored text go through this, so that `zoë` finds Zoe and `ZOE` finds Zoë.
 */
const WORD = /[\p{L}\p{N}]+/gu;
// A PostgreSQL lexeme holds at most 2,046 bytes. Longer words are not useful for a search.
const WORD_MAX = 100;

/** The distinct words of all texts. */
export function searchWords(...texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) => searchText(text ?? '').match(WORD) ?? []);
  return [...new Set(words.map((word) => [...word].slice(0, WORD_MAX).join('')))];
}

// Normalising turns some single letters into a whole phrase, and an index row holds at most 2,704 bytes.
const SORT_NAME_MAX = 200;

/** The sort key of people: first name, then last name. */
export const sortName = (firstName: string | null, lastName: string | null) =>
  [...searchText(`${firstName ?? ''} ${lastName ?? ''}`).trim()].slice(0, SORT_NAME_MAX).join('');

/** A tsquery for rows that have, for each of these words, a word that begins with it; null if the text has no words. */
export function prefixQuery(text: string): string | null {
  const words = searchWords(text);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
