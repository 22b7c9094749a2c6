import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SignIn } from '../contract/online-calls.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { betaAccess } from '../db/tables/auth.ts';
import { SIGN_IN_SECONDS } from './lifetimes.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const HOUR_S = 3_600;

describeOnBothDatabases('a sign-in', (open) => {
  let test: TestApp;
  let email: string;
  let phone: TestPerson;
  let laptop: TestPerson;
  let people = 0;

  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    email = `kate-${(people += 1)}@example.org`;
    phone = await test.signIn(email, { beta: true });
    laptop = await test.signIn(email);
  });

  const signInsOf = async (person: TestPerson) => (await person.call<SignIn[]>('GET', '/api/auth/sign-ins')).body;
  const statusOf = async (person: TestPerson) => (await person.get('/api/auth/user')).status;
  const statusesOf = async (browsers: Record<string, TestPerson>) =>
    Object.fromEntries(await Promise.all(Object.entries(browsers).map(async ([name, browser]) => [name, await statusOf(browser)])));
  /** Uses a browser again later, so that the server stores its description. */
  const useLater = async (person: TestPerson, userAgent: string) => {
    test.clock.forward(HOUR_S);
    await person.get('/api/auth/user', { 'user-agent': userAgent });
  };

  it('is listed with device, browser and last use, the calling one first', async () => {
    await useLater(laptop, LAPTOP);
    await useLater(phone, PHONE);
    const hourAgo = new Date(test.clock.now.getTime() - HOUR_S * 1_000);
    const id = expect.any(String);
    expect(await signInsOf(phone)).toEqual([
      { id, device: 'phone', browser: 'Chrome on Android', lastUsedAt: test.clock.now.toISOString(), current: true },
      { id, device: 'computer', browser: 'Firefox on Linux', lastUsedAt: hourAgo.toISOString(), current: false },
    ]);
    expect((await signInsOf(laptop)).map(({ device, current }) => [device, current])).toEqual([
      ['computer', true],
      ['phone', false],
    ]);
  });

  it('names its device from the beginning', async () => {
    const tablet = test.browser();
    await tablet.post('/api/login', { email });
    const { code } = test.sent.findLast((message) => message.email === email)!;
    await tablet.post('/api/login/code', { code }, { 'user-agent': PHONE });
    expect((await signInsOf(phone)).map(({ browser }) => browser)).toContain('Chrome on Android');
  });

  it('of one other device can be ended, which signs that device out with its next request', async () => {
    const tablet = await test.signIn(email);
    const other = (await signInsOf(laptop)).find(({ current }) => current)!;
    expect((await phone.call('DELETE', `/api/auth/sign-ins/${other.id}`)).status).toBe(200);
    expect(await statusesOf({ laptop, phone, tablet })).toEqual({ laptop: 401, phone: 200, tablet: 200 });
    expect((await phone.call('DELETE', `/api/auth/sign-ins/${other.id}`)).status).toBe(404);
  });

  it('of every other device can be ended at once', async () => {
    const tablet = await test.signIn(email);
    expect((await phone.call('DELETE', '/api/auth/sign-ins')).status).toBe(200);
    expect(await statusesOf({ laptop, tablet, phone })).toEqual({ laptop: 401, tablet: 401, phone: 200 });
    expect(await signInsOf(phone)).toHaveLength(1);
  });

  it('is not listed once it has expired, before a sweep deletes it', async () => {
    test.clock.forward(SIGN_IN_SECONDS - 1);
    const now = await test.signIn(email);
    expect(await signInsOf(now)).toHaveLength(3);
    test.clock.forward(1);
    expect(await statusesOf({ phone, now })).toEqual({ phone: 401, now: 200 });
    expect(await signInsOf(now)).toMatchObject([{ current: true }]);
  });

  it('is hidden from other people, who cannot end it', async () => {
    const eve = await test.signIn(`eve-${people}@example.org`, { beta: true });
    const [own] = await signInsOf(phone);
    const refused = await eve.call('DELETE', `/api/auth/sign-ins/${own!.id}`);
    const missing = await eve.call('DELETE', `/api/auth/sign-ins/${randomUUID()}`);
    expect({ refused: refused.status, missing: missing.status }).toEqual({ refused: 404, missing: 404 });
    expect(await statusOf(phone)).toBe(200);
    await eve.call('DELETE', '/api/auth/sign-ins');
    expect(await statusesOf({ phone, laptop })).toEqual({ phone: 200, laptop: 200 });
  });

  it('is not ended by a page that another person left open on the same browser', async () => {
    const kate = { [USER_HEADER]: phone.userId };
    const ben = await test.signIn(`ben-${people}@example.org`, { beta: true });
    const bensPhone = await test.signIn(ben.email);
    const [, elsewhere] = await signInsOf(ben);
    const calls = [
      ['GET', '/api/auth/sign-ins'],
      ['DELETE', '/api/auth/sign-ins'],
      ['DELETE', `/api/auth/sign-ins/${elsewhere!.id}`],
    ] as const;
    for (const [method, path] of calls) {
      expect((await ben.call(method, path, undefined, kate)).status, `${method} ${path}`).toBe(401);
    }
    expect(await statusOf(bensPhone)).toBe(200);
  });

  it('can be listed and ended without beta access', async () => {
    const tablet = await test.signIn(email);
    await test.services.db.delete(betaAccess);
    const [, other] = await signInsOf(tablet);
    expect(await signInsOf(tablet)).toHaveLength(3);
    expect((await tablet.call('DELETE', `/api/auth/sign-ins/${other!.id}`)).status).toBe(200);
    expect(await signInsOf(tablet)).toHaveLength(2);
    expect((await tablet.call('DELETE', '/api/auth/sign-ins')).status).toBe(200);
    expect(await statusesOf({ laptop, phone, tablet })).toEqual({ laptop: 401, phone: 401, tablet: 403 });
  });
});
