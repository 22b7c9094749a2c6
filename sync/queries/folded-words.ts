import { searchText } from '../../api/contract/search-text.ts';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
/** Separates the words of folded ASCII text, as most text is, in a tenth of the time. */
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;

/** The folded words of a text, each after a space. Log search matches against them. */
export function foldedWords(text: string): string {
  const folded = searchText(text);
  return ` ${folded.replace(ASCII.test(folded) ? BETWEEN_ASCII_WORDS : BETWEEN_WORDS, ' ')}`;
}

/** The words of a search, folded. */
export const wordsOfSearch = (search: string): string[] => searchText(search).split(BETWEEN_WORDS).filter(Boolean);

/** Scripts that write without spaces: there, a word may begin anywhere. */
export const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Shorter words would also match across two unrelated words: 'Ben' in 'be neat', 'Isla' in 'is late'. */
const WRITTEN_APART_MIN = 5;

/** Whether a word may also be written in these two parts, as in 'Send-away' and 'FH 2' (R296). */
export function canBeApart(before: string, after: string): boolean {
  const word = before + after;
  return word.length >= WRITTEN_APART_MIN || /\D\d/.test(word.slice(before.length - 1, before.length + 1)) || WITHOUT_SPACES.test(word);
}
