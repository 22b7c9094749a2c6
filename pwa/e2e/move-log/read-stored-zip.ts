import { openAsBlob } from 'node:fs';
import { BlobReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** Where the bytes of each file are in a ZIP file without compression. */
export async function readStoredZip(path: string): Promise<ReadonlyMap<string, { at: number; size: number }>> {
  const zip = await openAsBlob(path);
  const places = new Map<string, { at: number; size: number }>();
  for (const { filename, offset, uncompressedSize } of await new ZipReader(new BlobReader(zip), { useWebWorkers: false }).getEntries()) {
    const header = new DataView(await zip.slice(offset, offset + 30).arrayBuffer());
    places.set(filename, { at: offset + 30 + header.getUint16(26, true) + header.getUint16(28, true), size: uncompressedSize });
  }
  return places;
}
