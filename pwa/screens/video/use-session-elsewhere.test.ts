import { expect, test } from 'vitest';
import { USER_HEADER } from '../../../api/contract/sync-protocol.ts';
import { testPorts } from '../../../sync/testing/test-ports.ts';
import { findSession } from './use-session-elsewhere.ts';

const USER = '22222222-2222-4222-8222-222222222222';

test.each([
  [404, null],
  [503, 'unreachable'],
] as const)('names its person in both questions; an answer of %i means %s', async (status, expected) => {
  const asked: [string, string | null][] = [];
  const ports = testPorts({
    fetch: async ({ url, headers }) => {
      asked.push([new URL(url).pathname, headers.get(USER_HEADER)]);
      return new Response('', { status });
    },
  });
  expect(await findSession(ports, USER, 'abc', new AbortController().signal)).toBe(expected);
  expect(asked).toEqual([
    ['/api/videos/abc', USER],
    ['/api/videos/abc/share', USER],
  ]);
});
