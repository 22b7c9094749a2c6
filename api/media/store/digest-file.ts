import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of a local file, in hex. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}
