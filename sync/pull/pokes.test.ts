import { expect, test } from 'vitest';
import { listenForPokes } from './pokes.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';

test('waits as long as a server with too many streams asks', async () => {
  const store = await openTestStore('11111111-1111-4111-8111-111111111111');
  const stop = new AbortController();
  const naps: number[] = [];
  const ports = {
    ...testPorts({
      fetch: async () => Response.json({ message: 'Too many', code: 'rate_limited' }, { status: 429, headers: { 'Retry-After': '60' } }),
    }),
    async sleep(ms: number) {
      naps.push(ms);
      if (naps.length === 3) stop.abort();
    },
  };
  await listenForPokes(store, ports, () => {}, stop.signal);
  expect(naps).toEqual([60_000, 60_000, 60_000]);
});
