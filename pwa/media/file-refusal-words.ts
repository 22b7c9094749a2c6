import type { FileRefusal } from '../../sync/media/check-file.ts';
import { deviceWord } from '../components/use-is-phone.ts';
import { formatBytes } from '../dates/format-date.ts';

/** Error message for a refused file, including the limit. */
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
      return `Not enough space on this ${deviceWord()} for this file. It needs ${formatBytes(refusal.size)}${free}.`;
    }
    case 'unreadable':
      return `Couldn't read this file from this ${deviceWord()}. Please choose it again.`;
    case 'not_whole':
      return "This browser didn't save the whole file, so none of it was kept. Please add it again.";
  }
}

/** Rounded up in the units of the limit, so that it never equals the limit. */
const formatOver = (bytes: number) => `${(Math.ceil((bytes / 1_048_576) * 10) / 10).toLocaleString()} MB`;

/** As in R137: 500 MB and 10 MB, with 1 MB = 1,048,576 bytes. */
const formatLimit = (bytes: number) => `${bytes / 1_048_576} MB`;
