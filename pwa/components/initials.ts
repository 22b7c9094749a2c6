/**
 * First letters of the first and the last word of a name, in capitals, or the fallback ('U' in the account menu, 'T' in requests;
 * R26, R29). A name in one piece and in several has the same initials (R272).
 */
export function initials(names: ReadonlyArray<string | null | undefined>, fallback: string): string {
  const words = names.filter(Boolean).join(' ').trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('');
  return letters.toUpperCase() || fallback;
}
