import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Maximum sizes of the build, in bytes after brotli (R150). `first-cards.test.ts` counts what a browser loads, workers included. */
const BUDGET = {
  landingJavaScript: 100_000,
  trainingLogJavaScript: 170_000,
  style: 20_000,
  font: 35_000,
  lazyPart: 60_000,
  precache: 1_200_000,
};

interface Chunk {
  file: string;
  name?: string;
  isEntry?: true;
  isDynamicEntry?: true;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const DIST = fileURLToPath(new URL('../../dist/pwa/', import.meta.url));
const chunks = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const weigh = (file: string) => brotliCompressSync(readFileSync(join(DIST, file))).length;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0);

/** The files of a chunk and its static imports. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name];
  if (!chunk) throw new Error(`The build has no chunk ${name}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(imported, found);
  return found;
}

const entry = withImports('index.html');
/** The app itself is part of this chunk (`app-chunk.ts`). */
const app = Object.keys(chunks).find((name) => chunks[name]?.name === 'app-parts') ?? 'no chunk of the app';
/** The part's files that are loaded before it: those of the log, and those of every screen that opens the part. */
function loadedBefore(part: string): ReadonlySet<string> {
  const openers = Object.keys(chunks).filter((name) => chunks[name]?.dynamicImports?.includes(part));
  if (openers.length === 0) throw new Error(`No chunk opens ${part}`);
  const loaded = openers.map((name) => withImports(name));
  const always = [...withImports(part)].filter((file) => loaded.every((files) => files.has(file)));
  return new Set([...trainingLog, ...always]);
}
const landing = new Set([...entry, ...withImports('screens/landing/landing.tsx')]);
const trainingLog = new Set([...entry, ...withImports(app)]);

describe('the build', () => {
  it('keeps the initial JavaScript of the landing page within budget', () => {
    expect(sum(landing)).toBeLessThanOrEqual(BUDGET.landingJavaScript);
  });

  it('keeps the initial JavaScript of the Training Log within budget and without schemas', () => {
    expect(sum(trainingLog)).toBeLessThanOrEqual(BUDGET.trainingLogJavaScript);
    // Every zod schema has this property.
    expect([...trainingLog].filter((file) => readFileSync(join(DIST, file), 'utf8').includes('_zod'))).toEqual([]);
  });

  it('keeps each lazy chunk within budget', () => {
    const later = Object.entries(chunks).filter(([name, chunk]) => chunk.isDynamicEntry && name !== app);
    const heavy = later
      .map(([name]) => {
        const loaded = loadedBefore(name);
        return { name, bytes: sum([...withImports(name)].filter((file) => !loaded.has(file))) };
      })
      .filter(({ bytes }) => bytes > BUDGET.lazyPart);
    expect(later.length).toBeGreaterThan(0);
    expect(heavy).toEqual([]);
  });

  it('keeps styles and fonts within budget', () => {
    const styles = new Set(Object.values(chunks).flatMap(({ css = [] }) => css));
    expect(styles.size).toBeGreaterThan(0);
    expect(sum(styles)).toBeLessThanOrEqual(BUDGET.style);
    const fonts = readdirSync(join(DIST, 'fonts')).filter((file) => file.endsWith('.woff2'));
    expect(fonts.map((file) => statSync(join(DIST, 'fonts', file)).size).filter((bytes) => bytes > BUDGET.font)).toEqual([]);
    expect(fonts.length).toBeGreaterThan(0);
  });

  it('keeps the precache for offline use within budget', () => {
    const worker = readFileSync(join(DIST, 'service-worker.js'), 'utf8');
    const urls = [...worker.matchAll(/["']?url["']?:\s*["']([^"']+)["']/g)].map((match) => match[1] ?? '').filter((url) => url !== '');
    const kept = urls.filter((url) => /\.(js|css|html|woff2|svg|png|webmanifest)$/.test(url));
    expect(kept).toContain('index.html');
    expect(kept).toContainEqual(expect.stringMatching(/\.woff2$/));
    expect(sum(kept)).toBeLessThanOrEqual(BUDGET.precache);
  });
});
