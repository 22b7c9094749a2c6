import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, nodeProgram, run } from './run-program.mjs';

const STAMP = join(ROOT, 'dist', 'built-from');
const TEMPLATE = join(ROOT, 'dist/api/db/database-template.tar.gz');
const TEMPLATE_STAMP = `${TEMPLATE}.made-from`;
const SOURCES = ['api', 'sync', 'pwa', 'package-lock.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json', 'vite.config.ts'];

/** Builds unless `dist` was built from exactly these sources. */
export async function buildIfStale() {
  if (readStamp(STAMP) === hashSources()) return;
  console.log('Building the app (about half a minute) …');
  if (!(await build())) throw new Error('The build failed; the lines above say where.');
}

/** @returns whether everything was built; errors are printed to the terminal */
export async function build() {
  const from = hashSources();
  rmSync(STAMP, { force: true });
  if (!(await compile())) return false;
  const { ok } = await nodeProgram('vite/bin/vite.js', 'build', '--logLevel', 'warn');
  if (ok) writeFileSync(STAMP, from);
  return ok;
}

/**
 * Type-checks what ships and writes the server's JavaScript. Leaves out tests: a test that fails to compile must not
 * block a start.
 */
export async function compile() {
  const { ok } = await nodeProgram('typescript/bin/tsc', '-b', 'api', 'sync', 'pwa', 'pwa/service-worker');
  if (!ok) return false;
  copyMigrations();
  copyDemoMedia();
  await makeDatabaseTemplate();
  return true;
}

/** Type-checks everything, including tests. */
export const checkTypes = async () => (await nodeProgram('typescript/bin/tsc', '-b')).ok;

/** The compiled server looks for the SQL beside its own files. */
export function copyMigrations() {
  const target = join(ROOT, 'dist/api/db/migrations');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(ROOT, 'api/db/migrations'), target, { recursive: true });
}

function copyDemoMedia() {
  const from = join(ROOT, 'api/db/demo-media');
  const target = join(ROOT, 'dist/api/db/demo-media');
  rmSync(target, { recursive: true, force: true });
  // Only the films and pictures, not the scripts that drew them.
  cpSync(from, target, { recursive: true, filter: (path) => path === from || /\.(mp4|jpg)$/.test(path) });
}

/**
 * Makes the database that a first start copies, unless it was made from the same migrations by the same PGlite. The server
 * works without it, so a build continues if this fails, for example for lack of memory.
 */
async function makeDatabaseTemplate() {
  const from = hashFiles([
    'node_modules/@electric-sql/pglite/package.json',
    'api/db/make-database-template.ts',
    ...filesUnder('api/db/migrations'),
  ]);
  if (existsSync(TEMPLATE) && readStamp(TEMPLATE_STAMP) === from) return;
  // If this one cannot be made, no template of an earlier version may remain.
  rmSync(TEMPLATE, { force: true });
  const { ok } = await run(process.execPath, ['dist/api/db/make-database-template.js']);
  if (ok) writeFileSync(TEMPLATE_STAMP, from);
  else console.warn('The prepared database could not be made. The first start makes one, which takes longer.');
}

function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Leaves out tests; they don't affect the build. */
const hashSources = () => hashFiles(SOURCES.flatMap(filesUnder));

/** Hashes the content, since a fresh checkout changes every file's time. */
function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  try {
    return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
      if (entry.name === 'e2e' || entry.name === 'testing' || /\.(test|bench)\.\w+$/.test(entry.name)) return [];
      return entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`];
    });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await build()) ? 0 : 1;
