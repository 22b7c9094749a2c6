import { createReadStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { filesInTar } from './files-in-tar.ts';

/** An embedded database with all tables and no rows. The build writes it beside the compiled code (docs/decisions/0138). */
export const TEMPLATE = fileURLToPath(new URL('./database-template.tar.gz', import.meta.url));

/**
 * Fills a new folder with a copy of the template, readable only by its owner (docs/decisions/0065).
 * @returns false if the build has made no template; the folder is then not created
 */
export async function copyTemplate(folder: string): Promise<boolean> {
  if (!existsSync(TEMPLATE)) return false;
  await mkdir(folder, { mode: 0o700 });
  for await (const { path, content } of filesInTar(createReadStream(TEMPLATE).pipe(createGunzip()))) {
    const place = join(folder, path);
    if (content === null) await mkdir(place, { recursive: true, mode: 0o700 });
    else await writeFile(place, content, { mode: 0o600 });
  }
  return true;
}
