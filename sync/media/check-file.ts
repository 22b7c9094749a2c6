import { MEDIA_MAX_BYTES, PICTURE_MAX_BYTES } from '../../api/contract/limits.ts';
import type { MediaEntity } from '../store/media-row.ts';

/** Why the app rejects a file. The texts are in `pwa/media/file-refusal-words.ts`. */
export type FileRefusal =
  | { code: 'wrong_type'; type: string }
  | { code: 'empty' }
  | { code: 'too_large'; size: number; limit: number }
  | { code: 'no_room'; size: number; free: number | null }
  | { code: 'unreadable' }
  | { code: 'not_whole' };

export class FileRefused extends Error {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal.code);
    this.name = 'FileRefused';
    this.refusal = refusal;
  }
}

/** Types by file extension, for browsers that report none: most do not know Matroska. The usual ending of a type comes first. */
const TYPES_BY_ENDING: Readonly<Record<string, string>> = {
  '3g2': 'video/3gpp2',
  '3gp': 'video/3gpp',
  avi: 'video/x-msvideo',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  m4v: 'video/x-m4v',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** Without the dot; undefined for a type that has none here. */
export const endingOfType = (type: string): string | undefined => Object.entries(TYPES_BY_ENDING).find(([, each]) => each === type)?.[0];

export const maxBytes = (entity: MediaEntity) => (entity === 'videos' ? MEDIA_MAX_BYTES : PICTURE_MAX_BYTES);

/**
 * Checks a picked file against R86 by name, type and size. `inspectFile` checks the content.
 * @returns the file's type
 * @throws FileRefused
 */
export function checkFile(file: { name: string; type: string; size: number }, entity: MediaEntity): string {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  const type = (file.type || TYPES_BY_ENDING[ending] || '').toLowerCase();
  if (!/^(video|image)\//.test(type)) throw new FileRefused({ code: 'wrong_type', type: type || ending });
  if (file.size === 0) throw new FileRefused({ code: 'empty' });
  const limit = maxBytes(entity);
  if (file.size > limit) throw new FileRefused({ code: 'too_large', size: file.size, limit });
  return type;
}
