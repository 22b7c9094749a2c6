import { type FileHandle, open } from 'node:fs/promises';
import { Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { storedAt } from '../../data-import/stored-at.ts';

/** Where the bytes of each file are in a ZIP file without compression. */
export async function readStoredZip(path: string): Promise<ReadonlyMap<string, { at: number; size: number }>> {
  const file = await open(path);
  try {
    const read = async (from: number, to: number) => (await readBytes(file, from, to - from)).buffer;
    const places = new Map<string, { at: number; size: number }>();
    for (const entry of await new ZipReader(new LongFile(file, (await file.stat()).size), { useWebWorkers: false }).getEntries())
      places.set(entry.filename, { at: await storedAt(read, entry), size: entry.uncompressedSize });
    return places;
  } finally {
    await file.close();
  }
}

/** In place of `openAsBlob`, which counts in 32 bits in Node 20. */
class LongFile extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    super(file);
    this.#file = file;
    this.size = size;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return readBytes(this.#file, index, length);
  }
}

async function readBytes(file: FileHandle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}
