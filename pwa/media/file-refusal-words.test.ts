import { expect, it } from 'vitest';
import { fileRefusalWords } from './file-refusal-words.ts';

it("shows the size of a too large file in the limit's units, rounded up so that it never equals the limit", () => {
  const tooLarge = (size: number, limit: number) => fileRefusalWords({ code: 'too_large', size, limit });
  expect(tooLarge(10_485_761, 10_485_760)).toBe('This file is too large: 10.1 MB. The limit is 10 MB.');
  expect(tooLarge(629_145_600, 524_288_000)).toBe('This file is too large: 600 MB. The limit is 500 MB.');
});
