/** A file or folder of an archive; a folder has no content. */
export interface TarEntry {
  path: string;
  content: Buffer | null;
}

const BLOCK = 512;
const FOLDER = '5';

/**
 * Reads the archives that PGlite dumps: plain names of up to 100 bytes, and nothing but files and folders, each folder
 * before what it contains.
 * @throws Error when the archive ends within an entry
 */
export async function* filesInTar(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const take = takeFrom(archive);
  for (;;) {
    const header = await take(BLOCK);
    // A block of zeros ends the archive.
    if (header.every((byte) => byte === 0)) return;
    const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const path = text(0, 100);
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const content = await take(Math.ceil(size / BLOCK) * BLOCK);
    yield { path, content: text(156, 1) === FOLDER ? null : content.subarray(0, size) };
  }
}

/** @returns a function that resolves with the next bytes, as many as it is asked for */
function takeFrom(stream: AsyncIterable<Buffer>): (bytes: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (bytes) => {
    const parts = [rest];
    for (let held = rest.length; held < bytes; ) {
      const { value, done } = await chunks.next();
      if (done) throw new Error('The archive is incomplete.');
      parts.push(value);
      held += value.length;
    }
    const all = Buffer.concat(parts);
    rest = all.subarray(bytes);
    return all.subarray(0, bytes);
  };
}
