import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { type OnlineListSource, openOnlineList, RETAINED_MS, readCached } from './online-list.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const SOURCE = { name: 'cues.public', path: '/api/cues/public', row: z.object({ name: z.string() }) } as const;

interface World {
  answer: () => Response | Promise<Response>;
  clock: { now: number };
  asked: string[];
  senders: Set<string | null>;
  signedIn: boolean;
}

const answerOf = (...names: string[]) => Response.json(names.map((name) => ({ name })));
const noNetwork = () => Promise.reject(new TypeError('no network'));

async function open(world: Partial<World> = {}, source: OnlineListSource<{ name: string }> = SOURCE) {
  const all: World = { answer: () => answerOf('Away'), clock: { now: 1_000 }, asked: [], senders: new Set(), signedIn: true, ...world };
  const store = await openTestStore(ANNA);
  const ports = testPorts({
    clock: all.clock,
    fetch: async (request) => {
      all.senders.add(request.headers.get(USER_HEADER));
      all.asked.push(new URL(request.url).pathname + new URL(request.url).search);
      return all.answer();
    },
  });
  return { store, world: all, list: openOnlineList({ userId: ANNA, store, ports }, source, () => all.signedIn) };
}

type List = Awaited<ReturnType<typeof open>>['list'];

/** Subscribes to the list and resolves when a read has ended. */
const ended = (list: List) =>
  new Promise<() => void>((resolve) => {
    const leave = list.follow(() => {
      if (!list.state().reading) resolve(leave);
    });
  });

describe('server list', () => {
  it('is read on first use and stored on the device with its age', async () => {
    const { store, list, world } = await open();
    expect(list.state()).toMatchObject({ rows: undefined, readAt: null });
    await ended(list);
    expect(list.state()).toMatchObject({ rows: [{ name: 'Away' }], readAt: 1_000, reading: false, failure: null });
    expect(world.asked).toEqual(['/api/cues/public']);
    expect([...world.senders]).toEqual([ANNA]);
    await expect.poll(() => readCached(store, SOURCE)).toEqual([{ name: 'Away' }]);
  });

  it('is not read again within five minutes of its last use', async () => {
    const { list, world } = await open();
    (await ended(list))();
    world.clock.now += RETAINED_MS - 1;
    list.follow(() => {})();
    expect(world.asked).toHaveLength(1);
    world.clock.now += RETAINED_MS;
    (await ended(list))();
    expect(world.asked).toHaveLength(2);
  });

  it('shows the stored rows without a network, with their age and why the read failed', async () => {
    const first = await open();
    await ended(first.list);
    await expect.poll(() => readCached(first.store, SOURCE)).toHaveLength(1);
    const again = await open({ answer: noNetwork, clock: { now: 9_000 } });
    await ended(again.list);
    expect(again.list.state()).toMatchObject({ rows: [{ name: 'Away' }], readAt: 1_000, failure: 'unreachable' });
  });

  it('treats an HTML page, as captive portals send it, as no answer', async () => {
    const { list } = await open({
      answer: () => new Response('<h1>Welcome to the Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }),
    });
    await ended(list);
    expect(list.state()).toMatchObject({ rows: undefined, failure: 'unreachable', status: null });
  });

  it.each([401, 403, 502])('treats an HTML page with status %i as no answer', async (status) => {
    const { list } = await open({ answer: () => new Response('<h1>Blocked</h1>', { status, headers: { 'Content-Type': 'text/html' } }) });
    await ended(list);
    expect(list.state()).toMatchObject({ rows: undefined, failure: 'unreachable', status: null });
  });

  it('shows without a network the stored answer with the most matching rows', async () => {
    const all = { ...SOURCE, cachedAs: ['all', 'found'] } as const;
    const found = (first: string) =>
      ({
        ...SOURCE,
        name: first,
        cachedAs: ['found', 'all'],
        fitting: (cached: readonly { name: string }[]) => cached.filter(({ name }) => name.startsWith(first)),
      }) as const;
    await ended((await open({ answer: () => answerOf('Away', 'Behind', 'Back') }, all)).list);
    const offline = async (source: OnlineListSource<{ name: string }>) => {
      const { list } = await open({ answer: noNetwork, clock: { now: 9_000 } }, source);
      await ended(list);
      return list.state().rows?.map(({ name }) => name);
    };
    await expect.poll(() => offline(found('B'))).toEqual(['Behind', 'Back']);
    await ended((await open({ answer: () => answerOf() }, found('Z'))).list);
    await expect.poll(() => offline(found('Z'))).toEqual([]);
    expect(await offline(all)).toEqual(['Away', 'Behind', 'Back']);
    await ended((await open({ answer: () => answerOf('Come', 'Close', 'Circle') }, found('C'))).list);
    await expect.poll(() => offline(found('C'))).toEqual(['Come', 'Close', 'Circle']);
    expect(await offline(found('A'))).toEqual(['Away']);
  });

  it('shows nothing offline if it was never read', async () => {
    const { list } = await open({ answer: noNetwork });
    await ended(list);
    expect(list.state()).toMatchObject({ rows: undefined, failure: 'unreachable', reading: false });
  });

  it('keeps the last answer after a refusal, an invalid answer or another sign-in', async () => {
    const { list, world } = await open();
    await ended(list);
    const again = async () => {
      const done = new Promise<void>((resolve) => {
        const leave = list.follow(() => {
          if (list.state().reading) return;
          leave();
          resolve();
        });
      });
      list.refresh();
      await done;
      return list.state();
    };
    world.answer = () => Response.json({ message: 'no' }, { status: 500 });
    expect(await again()).toMatchObject({ rows: [{ name: 'Away' }], failure: 'refused' });
    world.answer = () => Response.json({ rows: [] });
    expect(await again()).toMatchObject({ rows: [{ name: 'Away' }], failure: 'refused' });
    world.answer = () => answerOf('Of someone else');
    world.signedIn = false;
    expect(await again()).toMatchObject({ rows: [{ name: 'Away' }], failure: 'refused' });
    world.signedIn = true;
    expect(await again()).toMatchObject({ rows: [{ name: 'Of someone else' }], failure: null });
  });

  it('reads the next page if there is one', async () => {
    const { list, world } = await open({
      answer: () => Response.json([{ name: 'Away' }], { headers: { Link: '</api/cues/public?cursor=abc>; rel="next"' } }),
    });
    await ended(list);
    expect(list.state().next).toBe('/api/cues/public?cursor=abc');
    world.answer = () => answerOf('Older');
    const done = new Promise<void>((resolve) => list.follow(() => list.state().reading || resolve()));
    list.readOn();
    await done;
    expect(world.asked).toEqual(['/api/cues/public', '/api/cues/public?cursor=abc']);
    expect(list.state()).toMatchObject({ rows: [{ name: 'Away' }, { name: 'Older' }], next: null });
  });
});
