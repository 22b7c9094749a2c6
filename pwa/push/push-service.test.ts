import { beforeEach, expect, it, vi } from 'vitest';
import { PUSH_KINDS } from '../../api/contract/push-kinds.ts';
import type { PushSubscriptionRequest } from '../../api/contract/push.ts';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import type { Store } from '../../sync/store/store.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { settlePushes } from './push-service.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const HELD = 'c0ffee00-1111-4222-8333-444455556666';
const SERVER_KEY = 'AQID';

let store: Store;
/** Endpoints sent to the server, in order. */
let sent: string[];
let browser: ReturnType<typeof pushBrowser>;

/** A browser whose push service numbers its endpoints. */
function pushBrowser() {
  let current: object | null = null;
  let given = 0;
  const unsubscribed: string[] = [];
  const subscribe = async () => {
    given += 1;
    const endpoint = `https://push.example/${given}`;
    current = {
      options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
      unsubscribe: async () => {
        unsubscribed.push(endpoint);
        current = null;
        return true;
      },
    };
    return current;
  };
  return { unsubscribed, pushManager: { subscribe, getSubscription: async () => current } };
}

/** Ports to a server that answers each endpoint with the given status. */
const portsWith = (statusOf: (endpoint: string) => number) =>
  testPorts({
    fetch: async (request) => {
      if (request.method === 'GET') return Response.json({ publicKey: SERVER_KEY });
      const { endpoint } = (await request.json()) as PushSubscriptionRequest;
      sent.push(endpoint);
      const status = statusOf(endpoint);
      return status === 200 ? Response.json({ id: HELD }) : Response.json({ code: 'conflict', message: 'Taken' }, { status });
    },
  });

beforeEach(async () => {
  store = await openTestStore(KATE);
  sent = [];
  browser = pushBrowser();
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(browser) } });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { permission: 'granted' });
  await writeSetting(store, 'push', { on: true, kinds: PUSH_KINDS, subscriptionId: null, problem: null });
  return () => vi.unstubAllGlobals();
});

const reached = async () => {
  const { on, subscriptionId, problem } = (await readSetting(store, 'push')) ?? {};
  return { on, subscriptionId, problem };
};

it('keeps the endpoint that the server accepts', async () => {
  const ports = portsWith(() => 200);
  await settlePushes(store, ports);
  await settlePushes(store, ports);
  expect(sent).toEqual(['https://push.example/1', 'https://push.example/1']);
  expect(await reached()).toEqual({ on: true, subscriptionId: HELD, problem: null });
});

it("takes a new endpoint if the old one belongs to another person's sign-in", async () => {
  const ports = portsWith((endpoint) => (endpoint.endsWith('/1') ? 409 : 200));
  await settlePushes(store, ports);
  expect(browser.unsubscribed).toEqual(['https://push.example/1']);
  expect(sent).toEqual(['https://push.example/1', 'https://push.example/2']);
  expect(await reached()).toEqual({ on: true, subscriptionId: HELD, problem: null });
});

it('takes a new endpoint only once, then reports that it failed', async () => {
  await settlePushes(
    store,
    portsWith(() => 409),
  );
  expect(sent).toEqual(['https://push.example/1', 'https://push.example/2']);
  expect(await reached()).toEqual({ on: true, subscriptionId: null, problem: 'offline' });
});

it('reports a problem of the browser if its push service gives no new endpoint', async () => {
  const { subscribe } = browser.pushManager;
  let asked = 0;
  browser.pushManager.subscribe = async () => {
    asked += 1;
    if (asked > 1) throw new DOMException('No push service', 'AbortError');
    return subscribe();
  };
  await settlePushes(
    store,
    portsWith(() => 409),
  );
  expect(sent).toEqual(['https://push.example/1']);
  expect(await reached()).toEqual({ on: true, subscriptionId: null, problem: 'browser' });
});
