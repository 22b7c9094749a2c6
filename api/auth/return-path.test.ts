import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('the path to return to after signing in', () => {
  it.each(['/', '/my-dogs', '/video/0b7f?dialog=share#top', '/cues?search=sit%20stay', '/a%2Fb', '/profile/edit'])('keeps %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'my-dogs',
    'https://evil.example/',
    'HTTPS://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '\t//evil.example',
    ' //evil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%252fevil.example',
    '/%5cevil.example',
    '/%5C%5Cevil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%00',
    '/%0d%0aLocation:%20https://evil.example',
    '/%zz',
    '/%ff',
    '/api/logout',
    '/api/login?return=/',
    '/api/login/callback?code=1',
    '/API/../api/logout',
    '/%61pi/logout',
    `/${'a'.repeat(2_000)}`,
  ])('returns / instead of %j', (path) => {
    expect(returnPath(path)).toBe('/');
  });

  it('never returns a path that a browser reads as another origin', () => {
    const pieces = ['/', '\\', '%2f', '%5c', '.', '..', '\t', '@', ':', 'evil.example', '?', '#', '%09'];
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const location = returnPath(`/${a}${b}${c}${d}`);
            expect(new URL(location, 'https://longline.example').origin, location).toBe('https://longline.example');
          }
  });
});
