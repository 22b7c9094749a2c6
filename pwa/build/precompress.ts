import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt']);
/** Below this size, the `Content-Encoding` header costs what compression saves. */
const MIN_BYTES = 512;

/** Writes `.br` and `.gz` beside each text file of the build, because the server compresses no file itself. */
export function precompress(directory: string): Plugin {
  return {
    name: 'longline-precompress',
    apply: 'build',
    // Runs after the service worker is written, the last file of the build.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(directory) },
  };
}

async function compressFolder(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT.has(extname(entry.name)) || path.includes('.vite')) continue;
    await compressFile(path);
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
