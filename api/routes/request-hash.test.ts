import { expect, it } from 'vitest';
import { hashOf, requestText } from './request-hash.ts';

const hash = (payload: unknown, path = '/api/dogs') => Buffer.from(hashOf(requestText('POST', path, payload))).toString('hex');

it('is the same for any order of fields, at every depth', () => {
  expect(hash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(hash({ b: [{ d: 3, c: 2 }], a: 1 }));
});

it('differs for another value, type, list order or path', () => {
  const hashes = [
    hash({ a: 1 }),
    hash({ a: '1' }),
    hash({ a: [1, 2] }),
    hash({ a: [2, 1] }),
    hash({ a: 1 }, '/api/cues'),
    hash({ a: null }),
    hash({}),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
