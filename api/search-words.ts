import { searchText } from './contract/search-text.ts';

/**
 * Text as a search sees it: lower case, without accents, in words of letters and digits. Both sides of a search go
 * through this, so that `zoë` finds Zoe and `ZOE` finds Zoë.
 */
const WORD = /[\p{L}\p{N}]+/gu;
// A lexeme of PostgreSQL holds 2,046 bytes; nobody searches for more letters than these.
const WORD_MAX = 100;

/** The words of all texts, each once. */
export function searchWords(...texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) => searchText(text ?? '').match(WORD) ?? []);
  return [...new Set(words.map((word) => [...word].slice(0, WORD_MAX).join('')))];
}

// Some letters become a whole sentence without their ligatures; an index's row holds 2,704 bytes in all.
const SORT_NAME_MAX = 200;

/** What people are listed by: first name, then last name. */
export const sortName = (firstName: string | null, lastName: string | null) =>
  [...searchText(`${firstName ?? ''} ${lastName ?? ''}`).trim()].slice(0, SORT_NAME_MAX).join('');

/** A tsquery for rows that have a word beginning with each of these; null where there is no word to look for. */
export function prefixQuery(text: string): string | null {
  const words = searchWords(text);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
