import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTED_MISTAKES } from './all-mistakes.ts';
import { type CopiedCheckout, copyCheckout, ROOT } from './copied-checkout.ts';
import { findingOf, findMistake } from './find-mistake.ts';
import type { PlantedMistake } from './planted-mistake.ts';

/** It must always be found, or the search is broken. */
const CANARY = PLANTED_MISTAKES.find(({ name }) => name === 'a list merge is replaced by ‘mine’')!;

let copy: CopiedCheckout;
beforeAll(() => {
  copy = copyCheckout();
});
afterAll(() => copy.remove(), 60_000);

const sourceIn = (folder: string, { file }: PlantedMistake) => readFileSync(join(folder, file), 'utf8');

describe('the search for planted mistakes', () => {
  it('finds the canary, and leaves copy and checkout as they were', async () => {
    const before = sourceIn(ROOT, CANARY);
    expect(await findMistake(copy, CANARY, 0)).toEqual({ found: `${CANARY.foundBy?.file}: ${CANARY.foundBy?.test}` });
    expect(sourceIn(ROOT, CANARY)).toBe(before);
    expect(sourceIn(copy.folder, CANARY)).toBe(before);
  });

  it('finds nothing in a change that breaks nothing', async () => {
    const harmless = { ...CANARY, new: CANARY.old };
    expect(await findMistake(copy, harmless, 0)).toMatchObject({ found: null, why: expect.stringContaining('passes') });
  });

  it('counts a failure of the named test only', () => {
    const named = { file: 'a.test.ts', test: 'merges' };
    const ran = (fullName: string, status: string) => findingOf([{ fullName, status }], named, 'its output').found;
    expect(ran('a list merges', 'failed')).toBe('a.test.ts: merges');
    for (const [name, status] of [
      ['a list merges', 'passed'],
      ['a list merges', 'skipped'],
      ['a list grows', 'failed'],
    ] as const)
      expect(ran(name, status)).toBeNull();
    expect(findingOf([], named, 'does not load')).toEqual({ found: null, why: expect.stringContaining('ran no test named') });
  });

  it('does not plant a mistake whose old text is missing or there twice', async () => {
    for (const old of ['no such text', 'const']) {
      expect(await findMistake(copy, { ...CANARY, old }, 0)).toMatchObject({ found: null, why: expect.stringContaining('no longer') });
    }
  });
});
