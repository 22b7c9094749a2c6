/**
 * Letters that Unicode does not decompose, with what people type if their keyboard lacks them. The migration
 * `searched_letters` has the same table, for texts stored before it.
 */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ƀ: 'b',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ɠ: 'g',
  ǥ: 'g',
  ɨ: 'i',
  ƙ: 'k',
  ƚ: 'l',
  ɲ: 'n',
  ɵ: 'o',
  ƭ: 't',
  ʉ: 'u',
  ƴ: 'y',
  ƶ: 'z',
  // The final form of sigma, which `toLowerCase` chooses by the neighbouring letters.
  ς: 'σ',
};
const LETTERS = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'g');
// A long log is almost all ASCII, and normalising costs ten times as much as lower case.
const ASCII = /^[\0-\x7f]*$/;

/**
 * Normalises text for searching, on server and device alike: lower case, no accents or ligatures, plain letters for `ß`,
 * `ø`, `ł` and the like. It ignores the reader's locale: Turkish lower case would turn `IGP` into `ıgp`.
 */
export function searchText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(LETTERS, (letter) => TYPED_AS[letter] ?? letter);
}
