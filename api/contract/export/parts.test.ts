import { expect, it } from 'vitest';
import { partsOf } from './parts.ts';
import { layoutZip, type ZipEntry } from './zip-layout.ts';

const file = (name: string, size: number): ZipEntry => ({ name, size, crc32: 0, modifiedAt: new Date('2026-11-30T12:00:00Z') });
const names = (parts: ZipEntry[][]) => parts.map((part) => part.map(({ name }) => name).join(' '));

it('fills each part as far as it goes, in order', () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 300));
  const parts = partsOf(files, 1_000);
  expect(names(parts)).toEqual(['a b', 'c d', 'e']);
  for (const part of parts) expect(layoutZip(part).size).toBeLessThanOrEqual(1_000);
});

it('gives a file that is too large a part of its own', () => {
  expect(names(partsOf([file('a', 10), file('film', 5_000), file('b', 10)], 1_000))).toEqual(['a', 'film', 'b']);
});

it('makes one part without a limit', () => {
  expect(names(partsOf([file('a', 10), file('film', 5_000_000_000)], null))).toEqual(['a film']);
});
