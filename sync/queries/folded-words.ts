import { searchText } from '../../api/contract/search-text.ts';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
/** The same for folded ASCII text, as most is: a tenth of the time. */
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;

/** The words of a text, folded, each with a space before it: what a search of the log matches against. */
export function foldedWords(text: string): string {
  const folded = searchText(text);
  return ` ${folded.replace(ASCII.test(folded) ? BETWEEN_ASCII_WORDS : BETWEEN_WORDS, ' ')}`;
}

/** The words of a search, folded. */
export const wordsOfSearch = (search: string): string[] => searchText(search).split(BETWEEN_WORDS).filter(Boolean);
