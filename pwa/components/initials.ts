/** First letters of the names, in capitals, or the fallback ('U' in the account menu, 'T' in requests; R26, R29). */
export function initials(names: ReadonlyArray<string | null | undefined>, fallback: string): string {
  const letters = names.map((name) => Array.from(name?.trim() ?? '')[0] ?? '').join('');
  return letters.toUpperCase() || fallback;
}
