import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { derivedId } from './derived-id.ts';
import { id } from './text.ts';

it('is a UUIDv5 of both ids, in upper or lower case', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (user, cue) => {
      const derived = derivedId(user, cue);
      expect(id.safeParse(derived).success).toBe(true);
      expect(derived[14]).toBe('5');
      expect(derivedId(user.toUpperCase(), cue.toUpperCase())).toBe(derived);
      expect(derivedId(cue, user) === derived).toBe(user === cue);
    }),
  );
});

it('hashes as RFC 9562 specifies', () => {
  const [user, cue] = ['0b7c6f4e-6f5b-4c35-8f0e-2f9d1e9d8a01', '7d0f0f9b-55a3-4a54-9d4e-0a8a3f0b6c02'];
  const namespace = Buffer.from('6f1de9c241f34a869d0b5c1f0a7f2e3b', 'hex');
  const hash = createHash('sha1').update(namespace).update(`${user}/${cue}`).digest('hex');
  const derived = derivedId(user, cue).replaceAll('-', '');
  expect(derived.slice(0, 12) + derived.slice(13, 16) + derived.slice(17)).toBe(
    hash.slice(0, 12) + hash.slice(13, 16) + hash.slice(17, 32),
  );
});
