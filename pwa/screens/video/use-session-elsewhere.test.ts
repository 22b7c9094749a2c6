import { expect, test } from 'vitest';
import { NEW_VIDEO, SharedVideo } from '../../../api/contract/entities/video.ts';
import { USER_HEADER } from '../../../api/contract/sync-protocol.ts';
import { testPorts } from '../../../sync/testing/test-ports.ts';
import { trainedSession } from '../../../sync/testing/trained-session.ts';
import { findSession } from './use-session-elsewhere.ts';

const USER = '22222222-2222-4222-8222-222222222222';

test.each([
  [404, null],
  [503, 'unreachable'],
] as const)('sends the id of the person with both requests, and takes status %i as %s', async (status, expected) => {
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

test.each([
  ['a partner’s session', 200, { ownerName: 'Anna', dogName: null, dogImage: null, commentCount: 0 }],
  ['a shared session', 404, { dogName: null, results: [] }],
] as const)('fills in the fields of %s that a server of the previous version does not send', async (_what, own, beside) => {
  const whole = { ...trainedSession('11111111-1111-4111-8111-111111111111', 1, '2026-11-21T14:22:37.512Z', NEW_VIDEO), ...beside };
  for (const lacking of [...Object.keys(NEW_VIDEO), 'results']) {
    const { [lacking as keyof typeof whole]: _unknown, ...answer } = whole;
    const ports = testPorts({
      fetch: async ({ url }) => (own === 200 || url.endsWith('/share') ? Response.json(answer) : new Response('', { status: own })),
    });
    const found = await findSession(ports, USER, whole.id, new AbortController().signal);
    expect(found, lacking).toEqual(own === 200 ? whole : SharedVideo.parse(whole));
  }
});
