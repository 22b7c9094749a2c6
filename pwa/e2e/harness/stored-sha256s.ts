import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from './server.ts';

/** SHA-256 of every media file on the server's disk. */
export async function storedSha256s(server: Server): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'media', 'objects'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) =>
      createHash('sha256')
        .update(await readFile(join(parentPath, name)))
        .digest('hex'),
    ),
  );
}
