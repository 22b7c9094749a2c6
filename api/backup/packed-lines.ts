import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gunzip } from 'node:zlib';

/** What a file of a backup must be. */
export interface FileDigest {
  bytes: number;
  sha256: string;
}

/**
 * Writes lines as a gzip file that must not exist yet, flushed to the disk.
 * @param batches lines without their ends
 */
export async function writeLines(path: string, batches: AsyncIterable<readonly string[]>): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    batches,
    async function* ended(lines: AsyncIterable<readonly string[]>) {
      for await (const batch of lines) yield `${batch.join('\n')}\n`;
    },
    createGzip(),
    async function* counted(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createWriteStream(path, { flags: 'wx', flush: true }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** The size of a file of `writeLines` before it was packed. */
export async function unpackedBytes(path: string): Promise<number> {
  let bytes = 0;
  for await (const piece of unpack(path)) bytes += (piece as Buffer).length;
  return bytes;
}

/** The lines of a file of `writeLines`. Only a line feed ends a line: rows may hold every other separator. */
export async function* readLines(path: string): AsyncGenerator<string> {
  let begun = '';
  for await (const piece of unpack(path).setEncoding('utf8')) {
    const lines = (begun + (piece as string)).split('\n');
    begun = lines.pop()!;
    yield* lines;
  }
}

function unpack(path: string): Gunzip {
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  return unpacked.on('close', () => packed.destroy());
}
