import { expect, it } from 'vitest';
import { fileRefusalWords } from './file-refusal-words.ts';

it("shows an excess size in the limit's units, and never as the limit itself", () => {
  const tooLarge = (size: number, limit: number) => fileRefusalWords({ code: 'too_large', size, limit });
  expect(tooLarge(10_485_761, 10_485_760)).toBe('This file is too large: 10.1 MB. The limit is 10 MB.');
  expect(tooLarge(629_145_600, 524_288_000)).toBe('This file is too large: 600 MB. The limit is 500 MB.');
});
