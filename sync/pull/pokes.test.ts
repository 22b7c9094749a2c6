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

test('takes a page from a proxy for no stream: it pokes nothing, and each try waits longer', async () => {
  const store = await openTestStore('11111111-1111-4111-8111-111111111111');
  const stop = new AbortController();
  const naps: number[] = [];
  let pokes = 0;
  const ports = {
    ...testPorts({ fetch: async () => new Response('<h1>Wi-Fi</h1>\ndata: none', { headers: { 'Content-Type': 'text/html' } }) }),
    async sleep(ms: number, signal?: AbortSignal) {
      // The watch over a silent stream sleeps too.
      if (signal !== stop.signal) return new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      naps.push(ms);
      if (naps.length === 6) stop.abort();
    },
    random: () => 1,
  };
  await listenForPokes(store, ports, () => (pokes += 1), stop.signal);
  expect(pokes).toBe(0);
  expect(naps).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
});
