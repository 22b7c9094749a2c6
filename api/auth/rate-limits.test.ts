import { Hono } from 'hono';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RATES } from '../contract/limits.ts';
import type { OpenDatabase } from '../db/open.ts';
import { signInAttempts, signIns } from '../db/tables/auth.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { type AuthApp, createAuthApp, truncateUsers } from '../testing/auth-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { countAgainst, generalLimit } from './rate-limits.ts';
import { sweepRateLimits, sweepSignIns } from './sweep-sign-ins.ts';

describeOnBothDatabases('limits shared by replicas', (open) => {
  let database: OpenDatabase;
  let auth: AuthApp;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    auth = await createAuthApp(database);
  });
  const refused = (services: Services, who: string) =>
    countAgainst(services, 'comments', who).then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? [error.code, error.retryAfter] : error),
    );

  it('allow exactly the configured number of concurrent requests on two replicas', async () => {
    const other = await createAuthApp(database);
    const { max } = RATES.comments;
    const answers = await Promise.all(Array.from({ length: max + 20 }, (_, index) => refused([auth, other][index % 2]!.services, 'anna')));
    expect(answers.filter((answer) => answer === null)).toHaveLength(max);
    expect(new Set(answers.filter((answer) => answer !== null).map(String))).toEqual(new Set(['rate_limited,60']));
    expect(await refused(auth.services, 'ben')).toBeNull();
  });

  it('reset when the window ends, and say how many seconds remain', async () => {
    for (let count = 0; count < RATES.comments.max; count++) await refused(auth.services, 'anna');
    auth.clock.forward(45);
    expect(await refused(auth.services, 'anna')).toEqual(['rate_limited', 15]);
    auth.clock.forward(15);
    expect(await refused(auth.services, 'anna')).toBeNull();
    expect(await database.db.select().from(rateLimits)).toMatchObject([{ bucket: 'comments:anna', count: 1 }]);
  });

  it('are swept after their window, along with expired sign-ins and attempts', async () => {
    const browser = auth.browser();
    await auth.signIn(browser, 'anna@example.org');
    await auth.browser().post('/api/login', { email: 'ben@example.org' });
    const counts = async () => ({
      signIns: await database.db.$count(signIns),
      attempts: await database.db.$count(signInAttempts),
      limits: await database.db.$count(rateLimits),
    });
    const sweep = async () => {
      await sweepRateLimits(auth.services);
      await sweepSignIns(auth.services, auth.clock.now);
    };
    await sweep();
    // The counts of codes for two people and for their network, and of guesses for Anna and before the first administrator.
    expect(await counts()).toEqual({ signIns: 1, attempts: 1, limits: 5 });
    auth.clock.forward(3_601);
    await sweep();
    expect(await counts()).toEqual({ signIns: 1, attempts: 0, limits: 2 });
    auth.clock.forward(90 * 86_400);
    await sweep();
    expect(await counts()).toEqual({ signIns: 0, attempts: 0, limits: 0 });
  });
});

describe('the general limit', () => {
  it('allows each person and each address 3,000 requests a minute', async () => {
    let now = new Date('2026-11-21T12:00:00Z');
    const app = new Hono<AppEnv>();
    app.onError((error, c) => c.text(String((error as Refusal).retryAfter), (error as Refusal).status));
    app.use(async (c, next) => {
      const userId = c.req.header('x-user');
      c.set('signedIn', userId ? { userId, email: null, isAdmin: false, hasBetaAccess: true } : null);
      await next();
    });
    app.use(generalLimit({ now: () => now, env: { trustProxy: 0 } } as Services));
    app.get('/', (c) => c.text('done'));
    const ask = async (headers: Record<string, string> = {}) => {
      const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
      return [answer.status, await answer.text()];
    };
    for (let count = 0; count < 3_000; count++) await ask({ 'x-user': 'anna' });
    now = new Date(now.getTime() + 20_000);
    expect(await ask({ 'x-user': 'anna' })).toEqual([429, '40']);
    expect(await ask({ 'x-user': 'ben' })).toEqual([200, 'done']);
    expect(await ask()).toEqual([200, 'done']);
    now = new Date(now.getTime() + 40_000);
    expect(await ask({ 'x-user': 'anna' })).toEqual([200, 'done']);
  });
});
