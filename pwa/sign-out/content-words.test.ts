import { expect, it } from 'vitest';
import { contentWords } from './content-words.ts';

it('names only what there is', () => {
  expect(contentWords({ sessions: 12, dogs: 1, cues: 0, programs: 0, drafts: 2 })).toBe('12 sessions, 1 dog, 2 drafts');
});
