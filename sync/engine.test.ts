import { describe, expect, it } from 'vitest';
import { backoffMs } from './http/backoff.ts';
import { type Engine, startEngine, type Trigger } from './engine.ts';
import { mutate } from './outbox/mutate.ts';
import { listenForPokes } from './pull/pokes.ts';
import type { Ports } from './ports/ports.ts';
import type { NewOutboxRecord } from './store/outbox-record.ts';
import { queuedRecord } from './testing/long-outbox.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { testPorts } from './testing/test-ports.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const NOTHING_NEW = { readable: [`own:${ANNA}`], pages: [] };

/** An engine with a scripted server. Records the length of each sleep and ends it on demand. */
async function running(answer: (path: string) => Response | Promise<Response>) {
  const store = await openTestStore(ANNA);
  const requests: string[] = [];
  const naps: number[] = [];
  const waiting: (() => void)[] = [];
  const settled: (() => void)[] = [];
  const ports: Ports = {
    ...testPorts({
      fetch: async (request) => {
        const { pathname } = new URL(request.url);
        requests.push(pathname);
        return answer(pathname);
      },
    }),
    sleep(ms, signal) {
      // The request timeout, which is not a sleep of the engine.
      if (ms === 90_000) return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      naps.push(ms);
      for (const tell of settled.splice(0)) tell();
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', () => resolve(), { once: true });
        waiting.push(resolve);
      });
    },
  };
  const engine = startEngine(store, ports);
  /** Acts, then waits until the engine sleeps again. */
  const after = async (act: (engine: Engine) => unknown) => {
    const rest = new Promise<void>((resolve) => settled.push(resolve));
    await act(engine);
    await rest;
  };
  return { engine, store, requests, naps, after, endNap: () => waiting.splice(0).forEach((end) => end()) };
}

describe('the engine', () => {
  it('runs a cycle on startup, then sleeps until a trigger', async () => {
    const { engine, requests, naps, after } = await running(() => Response.json(NOTHING_NEW));
    await after(() => {});
    expect(requests).toEqual(['/api/sync']);
    expect(naps).toEqual([300_000]);
    for (const trigger of ['poke', 'change', 'visible', 'online'] satisfies Trigger[]) await after(() => engine.trigger(trigger));
    expect(requests).toHaveLength(5);
    await engine.stop();
  });

  it('sleeps until the first change that waits for a time of its own is due', async () => {
    const { engine, store, naps, after } = await running(() => Response.json(NOTHING_NEW));
    await after(() => {});
    const now = testPorts().now();
    const waitingFor = (ms: number, changes: Partial<NewOutboxRecord> = {}) => queuedRecord({ nextAttemptAt: now + ms, ...changes });
    const look = (...records: NewOutboxRecord[]) =>
      after(async () => {
        await store.outbox.clear();
        await store.outbox.bulkAdd(records);
        engine.trigger('change');
      });
    await look(waitingFor(90_000), waitingFor(40_000), waitingFor(60_000, { state: 'blocked' }));
    await look(waitingFor(90_000), waitingFor(60_000, { state: 'blocked' }));
    // It waits for its author, not for a time.
    await look(waitingFor(300_000), waitingFor(60_000, { state: 'refused' }));
    await look(waitingFor(3_600_000, { state: 'blocked' }));
    expect(naps.slice(1)).toEqual([40_000, 60_000, 300_000, 300_000]);
    await engine.stop();
  });

  it('waits longer after each consecutive failure, and retries at once when the browser comes online', async () => {
    const { engine, naps, requests, after, endNap } = await running(() => Promise.reject(new TypeError('No network')));
    await after(() => {});
    for (let time = 0; time < 4; time += 1) await after(endNap);
    for (const [place, nap] of naps.entries()) {
      expect(nap).toBeGreaterThanOrEqual(500 * 2 ** place);
      expect(nap).toBeLessThanOrEqual(1_000 * 2 ** place);
    }
    await after(() => engine.trigger('online'));
    expect(requests).toHaveLength(6);
    expect(naps.at(-1)).toBeLessThanOrEqual(1_000);
    await engine.stop();
  });

  it('respects the Retry-After of a busy server despite changes and pokes', async () => {
    const { engine, naps, requests, after } = await running(() => {
      // This change arrives while the answer is in flight.
      engine.trigger('change');
      return Response.json(
        { message: 'Slowly', code: 'rate_limited', requestId: 'test' },
        { status: 429, headers: { 'Retry-After': '120' } },
      );
    });
    await after(() => {});
    expect(naps).toEqual([120_000]);
    engine.trigger('change');
    engine.trigger('poke');
    await engine.stop();
    expect(requests).toHaveLength(1);
  });

  it('sends a new change at once while a proxy blocks another one', async () => {
    const { engine, store, requests, after } = await running((path) => {
      if (path === '/api/sync') return Response.json(NOTHING_NEW);
      return path === '/api/ready' ? Response.json({ status: 'ready' }) : new Response('<h1>Blocked</h1>', { status: 403 });
    });
    await after(() => {});
    const ports = testPorts({});
    for (const title of ['Attack', 'Attack again']) await mutate(store, ports, 'videos.create', { payload: { title } });
    const isSuspected = async () => (await store.outbox.toArray()).some(({ unanswered }) => (unanswered?.times ?? 0) > 0);
    while (!(await isSuspected())) await after(() => engine.trigger('online'));
    const before = requests.length;
    await after(() => engine.trigger('change'));
    expect(requests.length).toBeGreaterThan(before);
    await engine.stop();
  });

  it('sends nothing after a 401 until the app becomes visible again', async () => {
    let signedIn = false;
    const { engine, requests, after } = await running(() =>
      signedIn
        ? Response.json(NOTHING_NEW)
        : Response.json({ message: 'Please sign in', code: 'unauthenticated', requestId: 'test' }, { status: 401 }),
    );
    await after(() => {});
    engine.trigger('change');
    engine.trigger('poke');
    expect(requests).toHaveLength(1);
    signedIn = true;
    await after(() => engine.trigger('visible'));
    expect(requests).toHaveLength(2);
    await engine.stop();
  });

  it('looks again five minutes after a pause without any trigger', async () => {
    let hasAccess = false;
    const { engine, requests, naps, after, endNap } = await running(() =>
      hasAccess
        ? Response.json(NOTHING_NEW)
        : Response.json({ message: 'Beta access required', code: 'beta_required', requestId: 'test' }, { status: 403 }),
    );
    await after(() => {});
    expect(naps).toEqual([300_000]);
    hasAccess = true;
    await after(endNap);
    expect(requests).toHaveLength(2);
    await engine.stop();
  });
});

describe('backoff', () => {
  it('doubles from one second to five minutes, with jitter', () => {
    expect(backoffMs(1, () => 0)).toBe(500);
    expect(backoffMs(1, () => 1)).toBe(1_000);
    expect(backoffMs(30, () => 1)).toBe(300_000);
  });
});

describe('the event stream', () => {
  it('pokes when it opens and on every event', async () => {
    const store = await openTestStore(ANNA);
    const over = new AbortController();
    let say: (text: string) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const ports = testPorts({ fetch: async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }) });
    let pokes = 0;
    let told: () => void = () => {};
    const listening = listenForPokes(store, ports, () => (pokes += 1) && told(), over.signal);
    await new Promise<void>((resolve) => (told = resolve));
    expect(pokes).toBe(1);
    const heard = new Promise<void>((resolve) => (told = resolve));
    say(': still here\n\n');
    say('event: poke\ndata: {"feeds":["own:x"]}\n\n');
    await heard;
    expect(pokes).toBe(2);
    over.abort();
    await listening;
  });

  it('opens again at its next turn after another page has taken the lock', async () => {
    const store = await openTestStore(ANNA);
    const over = new AbortController();
    const turns: AbortController[] = [];
    const wishes: unknown[] = [];
    let streams = 0;
    const ports: Ports = {
      ...testPorts({
        fetch: async () => {
          streams += 1;
          return new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });
        },
      }),
      lock: async (_name, body, wish) => {
        wishes.push(wish);
        const turn = new AbortController();
        turns.push(turn);
        return body(turn.signal);
      },
    };
    let opened: () => void = () => {};
    const listening = listenForPokes(store, ports, () => opened(), over.signal);
    await new Promise<void>((resolve) => (opened = resolve));
    const again = new Promise<void>((resolve) => (opened = resolve));
    turns[0]?.abort();
    await again;
    expect(streams).toBe(2);
    expect(wishes[0]).toMatchObject({ ofTheLiving: true, askEveryMs: 60_000 });
    over.abort();
    await listening;
  });
});
