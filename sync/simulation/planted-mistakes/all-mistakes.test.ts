import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { PLANTED_MISTAKES } from './all-mistakes.ts';
import { ROOT } from './copied-checkout.ts';
import { plant } from './planted-mistake.ts';

const read = (path: string) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');

/** The mistakes for which `isWrong` holds, with their files. */
const wrong = (isWrong: (mistake: (typeof PLANTED_MISTAKES)[number]) => boolean) =>
  PLANTED_MISTAKES.filter(isWrong).map(({ name, file }) => `${name} (${file})`);

describe('the planted mistakes', () => {
  it('apply to the code as it is: if you changed it, change the mistake too', () => {
    expect(wrong((mistake) => plant(read(mistake.file), mistake) === null)).toEqual([]);
  });

  it('parse, and change something', () => {
    const isBroken = (mistake: (typeof PLANTED_MISTAKES)[number]) => {
      const planted = plant(read(mistake.file), mistake) ?? '';
      return mistake.old === mistake.new || parseSync(mistake.file, planted).errors.length > 0;
    };
    expect(wrong(isBroken)).toEqual([]);
  });

  it('name tests that exist', () => {
    expect(wrong(({ foundBy }) => foundBy !== undefined && !read(foundBy.file).includes(foundBy.test))).toEqual([]);
  });

  it('are at least sixty, each with its own name', () => {
    expect(PLANTED_MISTAKES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(PLANTED_MISTAKES.map(({ name }) => name)).size).toBe(PLANTED_MISTAKES.length);
  });
});
