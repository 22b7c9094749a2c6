import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RELEASES } from './releases.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

test('lists the releases of the changelog, and this version last', () => {
  const listed = RELEASES.map(({ release }) => release);
  expect(listed).toEqual([...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, release]) => release).toReversed());
  expect(listed.at(-1)).toBe(JSON.parse(read('package.json')).version);
});

test('counts only migrations that exist, each once', () => {
  const { entries } = JSON.parse(read('api/db/migrations/meta/_journal.json')) as { entries: unknown[] };
  const counts = [...RELEASES.map(({ migrationsBefore }) => migrationsBefore), entries.length];
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});
