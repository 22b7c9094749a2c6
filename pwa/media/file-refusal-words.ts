import type { FileRefusal } from '../../sync/check-file.ts';
import { deviceWord } from '../components/use-is-phone.ts';
import { formatBytes } from '../dates/format-date.ts';

/** Why a file was not taken, and what the limit is, in words. */
export function fileRefusalWords(refusal: FileRefusal): string {
  switch (refusal.code) {
    case 'wrong_type':
      return refusal.type
        ? `Only a video or a picture can be added. This file is neither (${refusal.type}).`
        : 'Only a video or a picture can be added. This file is neither.';
    case 'empty':
      return 'This file is empty.';
    case 'too_large':
      return `This file is too large: ${formatOver(refusal.size)}. The limit is ${formatLimit(refusal.limit)}.`;
    case 'no_room': {
      const free = refusal.free === null ? '' : ` and ${formatBytes(refusal.free)} is free`;
      return `Not enough room on this ${deviceWord()} for this file. It needs ${formatBytes(refusal.size)}${free}.`;
    }
    case 'unreadable':
      return `This file could not be read from this ${deviceWord()}. Please pick it again.`;
    case 'not_whole':
      return 'This browser did not store the whole file. Nothing of it was kept. Please add it again.';
  }
}

/** In the same units as the limit, and never the limit itself: rounded up. */
const formatOver = (bytes: number) => `${(Math.ceil((bytes / 1_048_576) * 10) / 10).toLocaleString()} MB`;

/** As the specification writes them: 500 MB and 10 MB, of 1,048,576 bytes. */
const formatLimit = (bytes: number) => `${bytes / 1_048_576} MB`;
