import { expect, it } from 'vitest';
import { contentWords } from './content-words.ts';

const NOTHING = {
  sessions: 0,
  dogs: 0,
  cues: 0,
  programs: 0,
  plans: 0,
  trials: 0,
  comments: 0,
  files: 0,
  drafts: 0,
  changes: 0,
  profiles: 0,
} as const;

it('names only what there is', () => {
  expect(contentWords({ ...NOTHING, sessions: 12, dogs: 1, files: 3, drafts: 2 })).toBe('12 sessions, 1 dog, 3 files, 2 drafts');
  expect(contentWords({ ...NOTHING, comments: 1, profiles: 1 })).toBe('1 comment, your profile');
});
