import { searchText } from '../../api/contract/search-text.ts';
import { canBeApart } from '../../sync/queries/folded-words.ts';

/** Words of letters and numbers. The group makes `split` return them at odd places. */
const WORDS = /([\p{L}\p{N}]+)/u;

/** A text that marks the words which a search found. @param found folded beginnings of words; see `wordsOfSearch` */
export function Marked({ text, found }: { text: string; found: readonly string[] }) {
  if (found.length === 0) return text;
  return piecesOf(text, found).map(([piece, isFound], place) => (isFound ? <mark key={place}>{piece}</mark> : piece));
}

export function piecesOf(text: string, found: readonly string[]): Array<[piece: string, isFound: boolean]> {
  const pieces = text.split(WORDS);
  const folded = pieces.map((piece, place) => (place % 2 === 1 ? searchText(piece) : ''));
  const marked: Array<[string, boolean]> = [];
  for (let place = 0; place < pieces.length; place += 1) {
    const [word = '', next = ''] = [folded[place], folded[place + 2]];
    const isBoth = (begin: string) =>
      begin.length > word.length && (word + next).startsWith(begin) && canBeApart(word, begin.slice(word.length));
    const isPair = word !== '' && next !== '' && found.some(isBoth);
    if (isPair) {
      marked.push([pieces.slice(place, place + 3).join(''), true]);
      place += 2;
    } else if (pieces[place]) marked.push([pieces[place] ?? '', word !== '' && found.some((begin) => word.startsWith(begin))]);
  }
  return marked;
}
