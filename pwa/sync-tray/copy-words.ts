/** What was typed, for the clipboard: texts and lists of texts, one under the other; ids and bases are no words. */
export function copyWords(payload: Readonly<Record<string, unknown>>): string {
  return Object.entries(payload)
    .filter(([field]) => !UNTYPED.has(field))
    .flatMap(([, value]) => (Array.isArray(value) ? [value.join(', ')] : typeof value === 'string' ? [value] : []))
    .filter((text) => text.trim() !== '')
    .join('\n');
}

const UNTYPED = new Set(['id', 'base', 'dogId', 'friendId', 'cueId', 'videoUrl', 'thumbnailUrl', 'image', 'profileImageUrl', 'trainedZone']);
