import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';

/** Of a local file header, before its name (APPNOTE 4.3.7). */
const HEADER_BYTES = 30;

/** Where the bytes of an entry begin in its ZIP file. @param read bytes of that file */
export async function storedAt(
  read: (from: number, to: number) => Promise<ArrayBuffer>,
  { offset }: Pick<FileEntry, 'offset'>,
): Promise<number> {
  const header = new DataView(await read(offset, offset + HEADER_BYTES));
  return offset + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
}
