import { expect, it } from 'vitest';
import { signedInUserId } from './signed-in-user-id.ts';

it('reads the signed-in person among other cookies', () => {
  expect(signedInUserId('a=1; longline-signed-in=3f0a; b=2')).toBe('3f0a');
});

it('is null if the cookie is missing, empty or merely similar in name', () => {
  expect(signedInUserId('')).toBeNull();
  expect(signedInUserId('longline-signed-in=')).toBeNull();
  expect(signedInUserId('not-longline-signed-in=1')).toBeNull();
});
