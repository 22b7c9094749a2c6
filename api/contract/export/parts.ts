import { overheadOf, type ZipEntry } from './zip-layout.ts';

/** Of the end of a ZIP file. */
const END_BYTES = 98;

/**
 * Divides the files of an export into ZIP files that unpack into one folder, in their order. A file that is larger than a
 * part is alone in one.
 * @param partBytes the most that a part may hold; null for one part
 */
export function partsOf<Entry extends ZipEntry>(entries: readonly Entry[], partBytes: number | null): Entry[][] {
  const parts: Entry[][] = [];
  let left = 0;
  for (const entry of entries) {
    const bytes = entry.size + overheadOf(entry);
    const last = parts.at(-1);
    if (last && (partBytes === null || bytes <= left)) last.push(entry);
    else {
      parts.push([entry]);
      left = (partBytes ?? 0) - END_BYTES;
    }
    left -= bytes;
  }
  return parts;
}
