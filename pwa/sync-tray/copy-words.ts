/** The typed text of a change, for the clipboard: strings and lists of strings, one per line, without ids and bases. */
export function copyWords(payload: Readonly<Record<string, unknown>>): string {
  return Object.entries(payload)
    .filter(([field]) => !UNTYPED.has(field))
    .flatMap(([, value]) => (Array.isArray(value) ? [value.join(', ')] : typeof value === 'string' ? [value] : []))
    .filter((text) => text.trim() !== '')
    .join('\n');
}

const UNTYPED = new Set([
  'id',
  'base',
  'dogId',
  'friendId',
  'cueId',
  'videoUrl',
  'thumbnailUrl',
  'image',
  'profileImageUrl',
  'trainedZone',
]);
