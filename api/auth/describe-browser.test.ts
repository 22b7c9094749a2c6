import { expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
    { device: 'phone', browser: 'Chrome on Android' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    { device: 'phone', browser: 'Safari on iOS' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { device: 'tablet', browser: 'Safari on iOS' },
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', { device: 'computer', browser: 'Firefox on Linux' }],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0',
    { device: 'computer', browser: 'Microsoft Edge on Windows' },
  ],
  ['curl/8.5.0', { device: null, browser: null }],
  ['Kate’s own program/1.0 (secret words)', { device: null, browser: null }],
  ['', { device: null, browser: null }],
  [undefined, { device: null, browser: null }],
])('describes %s', (userAgent, described) => {
  expect(describeBrowser(userAgent)).toEqual(described);
});

test('keeps only a few words of an overlong User-Agent', () => {
  const long = describeBrowser(`Mozilla/5.0 (${'iPhone; '.repeat(2_000)}) Version/${'9'.repeat(8_000)} Safari`);
  expect(JSON.stringify(long).length).toBeLessThan(100);
});
