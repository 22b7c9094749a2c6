import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { addressOf } from './auth/rate-limits.ts';
import { boundOpenRequests } from './open-requests.ts';
import { refusalOf } from './routes/refusal-of.ts';
import type { AppEnv, Services } from './services.ts';
import { silentLog } from './log.ts';

/** An app behind one proxy, whose only route answers when the test says so. */
function appOf(most: number) {
  const waiting: (() => void)[] = [];
  const app = new Hono<AppEnv>();
  app.onError((error, c) => {
    const { status, retryAfter } = refusalOf(error, silentLog, '');
    return c.json({}, status, { 'retry-after': String(retryAfter) });
  });
  const services = { env: { trustProxy: 1 } } as Services;
  app.use(boundOpenRequests(most, (c) => addressOf(c, services), 7));
  app.get('/', async (c) => {
    await new Promise<void>((answer) => waiting.push(answer));
    return c.text('done');
  });
  const get = async (address: string) =>
    app.request(
      '/',
      { headers: { 'x-forwarded-for': `198.51.100.99, ${address}` } },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    );
  return { get, answerAll: () => waiting.splice(0).forEach((answer) => answer()) };
}

test('counts each address behind the proxy separately, ignores forged entries, and counts all addresses of an IPv6 /64 as one', async () => {
  const { get, answerAll } = appOf(2);
  const open = [get('192.0.2.1'), get('192.0.2.1'), get('192.0.2.2'), get('2001:db8::1'), get('2001:db8::2')];
  for (const address of ['192.0.2.1', '2001:db8::3']) {
    const refused = await get(address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  }
  answerAll();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const again = get('192.0.2.1');
  answerAll();
  expect((await again).status).toBe(200);
});
