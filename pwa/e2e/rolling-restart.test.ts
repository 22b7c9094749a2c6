import { expect, test } from 'vitest';
import { rollingRestart } from './rolling-restart/rolling-restart.ts';

/** A short run of `npm run rolling-restart`. */
test.each([
  ['opens a connection for each request', false],
  ['keeps its connections open', true],
])('no request fails while two replicas restart behind an nginx that %s', async (_what, keepsConnections) => {
  const { requests, envelopes, films, endedStreams, ...rest } = await rollingRestart(
    { rounds: 1, writers: 3, uploaders: 2, keepsConnections },
    () => {},
  );
  expect(rest).toEqual({ failed: [], exits: [] });
  // Otherwise nothing was under way during the restarts.
  expect(Math.min(envelopes, films)).toBeGreaterThan(0);
  expect(requests).toBeGreaterThan(envelopes);
  expect(endedStreams).toBeGreaterThan(0);
});
