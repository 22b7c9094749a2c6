import { expect, it } from 'vitest';
import { signedInMark } from './signed-in-mark.ts';

it('reads the signed-in user among other cookies', () => {
  expect(signedInMark('a=1; longline-signed-in=3f0a; b=2')).toBe('3f0a');
});

it('is null if the cookie is missing, empty or merely similar in name', () => {
  expect(signedInMark('')).toBeNull();
  expect(signedInMark('longline-signed-in=')).toBeNull();
  expect(signedInMark('not-longline-signed-in=1')).toBeNull();
});
