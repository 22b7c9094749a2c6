import { openAsBlob } from 'node:fs';
import { BlobReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { storedAt } from '../../data-import/stored-at.ts';

/** Where the bytes of each file are in a ZIP file without compression. */
export async function readStoredZip(path: string): Promise<ReadonlyMap<string, { at: number; size: number }>> {
  const zip = await openAsBlob(path);
  const places = new Map<string, { at: number; size: number }>();
  for (const entry of await new ZipReader(new BlobReader(zip), { useWebWorkers: false }).getEntries())
    places.set(entry.filename, { at: await storedAt(zip, entry), size: entry.uncompressedSize });
  return places;
}
