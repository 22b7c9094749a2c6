import { afterAll, beforeAll, expect, it } from 'vitest';
import { PULL_PAGE_BYTES } from '../contract/limits.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { drained, EXPENSIVE_REQUESTS, fillPages, VIDEO, type World } from '../testing/expensive-requests.ts';
import { createListeningApp } from '../testing/listening-app.ts';
import { longestTurn } from '../testing/longest-turn.ts';
import { becomePartners } from '../testing/pulling-device.ts';

/** Limit for one turn of the event loop; the median of five, because garbage collection may affect one of them. */
const MOST_MS = 50;
const TRIES = 5;

describeOnPostgres('the most expensive valid request', (open) => {
  let world: World;
  beforeAll(async () => {
    const app = await createListeningApp(await open(), { adminEmails: ['ann@example.org'] });
    const ann = await app.signIn('ann@example.org', { beta: true });
    const ben = await app.signIn('ben@example.org', { beta: true });
    world = { app, ann, ben, discussed: await fillPages(app, ann) };
    await becomePartners(ann, ben);
  });
  afterAll(() => world.app.close());

  it('to pull gets an answer that exceeds its limit by one row at most', async () => {
    const rowBytes = Buffer.byteLength(JSON.stringify(VIDEO)) + 1_000;
    const { bytes } = await drained(world.app, world.ann, '/api/sync', { version: 1, cursors: {} });
    expect(bytes).toBeGreaterThan(PULL_PAGE_BYTES - rowBytes);
    expect(bytes).toBeLessThan(PULL_PAGE_BYTES + rowBytes);
  });

  it.each(EXPENSIVE_REQUESTS)('keeps no other request waiting: %s', async (_what, prepare) => {
    // Warm up: compiling the code must not count.
    const warm = await (await prepare(world))();
    expect(warm.status).toBeLessThan(300);
    const costs: number[] = [];
    for (let count = 0; count < TRIES; count++) {
      const send = await prepare(world);
      let status = 0;
      costs.push((await longestTurn(async () => (status = (await send()).status))).longestMs);
      expect(status).toBe(warm.status);
      world.app.clock.forward(60);
    }
    expect(costs.toSorted((a, b) => a - b)[2]).toBeLessThan(MOST_MS);
  });
});
