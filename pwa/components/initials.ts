/**
 * First letters of the first and the last word of a name, in capitals, or the fallback: 'U' in the account menu (R26), 'T' in
 * requests (R29). A name has the same initials whether it is one string or several (R272).
 */
export function initials(names: ReadonlyArray<string | null | undefined>, fallback: string): string {
  const words = names.filter(Boolean).join(' ').trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('');
  return letters.toUpperCase() || fallback;
}
