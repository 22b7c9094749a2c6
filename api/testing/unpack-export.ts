import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** Unpacks a part of an export into a folder, and compares each file's CRC-32. */
export async function unpackZip(zip: Uint8Array<ArrayBuffer>, folder: string): Promise<void> {
  const reader = new ZipReader(new BlobReader(new Blob([zip])), { checkSignature: true, useWebWorkers: false });
  for (const entry of await reader.getEntries()) {
    const path = resolve(folder, entry.filename);
    if (entry.directory || !path.startsWith(`${resolve(folder)}/`)) throw new Error(`${entry.filename} is no file of this folder`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await entry.getData(new Uint8ArrayWriter()));
  }
}

/** Names of the files whose hash is not that of SHA256SUMS, and how many it names. */
export function compareSums(folder: string): { named: number; wrong: string[] } {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean);
  const wrong = lines.flatMap((line) => {
    const [sum, name] = [line.slice(0, 64), line.slice(66)];
    return createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex') === sum
      ? []
      : [name];
  });
  return { named: lines.length, wrong };
}
