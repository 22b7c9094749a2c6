import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type * as engine from './engine-to-freeze.ts';

/** The engine of a release, as `engine-to-freeze.ts` exported it then. */
export type ReleasedEngine = typeof engine;

const FOLDER = fileURLToPath(new URL('engines/', import.meta.url));
const SUFFIX = '.mjs.gz';

/** The releases whose engine is kept, the oldest first. */
export const RELEASES = readdirSync(FOLDER)
  .map((name) => name.slice(0, -SUFFIX.length))
  .toSorted();

/** @param folder gets the unpacked engine, which Node imports from a file */
export async function loadReleased(release: string, folder: string): Promise<ReleasedEngine> {
  const path = join(folder, `${release}.mjs`);
  writeFileSync(path, gunzipSync(readFileSync(join(FOLDER, release + SUFFIX))));
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as ReleasedEngine;
}
