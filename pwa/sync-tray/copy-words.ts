import { elementWords } from './value-words.ts';

/** What was typed in a change, for the clipboard: texts, numbers and lists, one per line, without ids and bases. */
export function copyWords(payload: Readonly<Record<string, unknown>>): string {
  return Object.entries(payload)
    .filter(([field]) => !UNTYPED.has(field))
    .flatMap(([, value]) => {
      if (Array.isArray(value)) return [value.map(elementWords).join(', ')];
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    })
    .filter((text) => text.trim() !== '')
    .join('\n');
}

const UNTYPED = new Set([
  'id',
  'base',
  'dogId',
  'friendId',
  'secret',
  'cueId',
  'videoId',
  'videoIds',
  'orderIndex',
  'position',
  'durationSeconds',
  'done',
  'videoUrl',
  'thumbnailUrl',
  'image',
  'profileImageUrl',
  'trainedZone',
  'subject',
  'subjectId',
  'reason',
  'atSeconds',
]);
