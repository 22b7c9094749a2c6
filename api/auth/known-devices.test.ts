import { beforeAll, beforeEach, expect, it } from 'vitest';
import { RATES } from '../contract/limits.ts';
import type { OpenDatabase } from '../db/open.ts';
import { type AuthApp, createAuthApp, truncateUsers } from '../testing/auth-app.ts';
import type { Browser } from '../testing/cookie-jar.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

const EMAIL = 'anna@example.org';
const HOUR = 3_600;
const DAY = 24 * HOUR;
const DEVICE = 'longline-device';

const wrong = (code: string) => (code.startsWith('0') ? '1' : '0').repeat(code.length);

describeOnBothDatabases('a device that has signed in before', (open) => {
  let database: OpenDatabase;
  let auth: AuthApp;
  let known: Browser;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    auth = await createAuthApp(database, { env: { adminEmails: [EMAIL] } });
    known = auth.browser();
    await auth.signIn(known, EMAIL);
    await known.get('/api/logout');
    auth.clock.forward(HOUR);
  });

  let strangers = 0;
  const stranger = () => auth.browser(`2001:db8:${(strangers += 1)}::1`);
  const ask = async (browser: Browser, email = EMAIL) => (await browser.post('/api/login', { email })).status;
  const useUpShare = async (email = EMAIL) => {
    for (let asked = 0; asked < RATES.codesPerEmail.max; asked++) expect(await ask(stranger(), email)).toBe(303);
    expect(await ask(stranger(), email)).toBe(429);
  };
  const withDeviceOf = (browser: Browser) => {
    const thief = stranger();
    thief.cookies.set(DEVICE, browser.cookies.get(DEVICE)!);
    return thief;
  };

  it('signs in while strangers use up the codes of its address', async () => {
    await useUpShare();
    await auth.signIn(known, EMAIL);
    expect((await known.get('/api/auth/user')).status).toBe(200);
  });

  it('gets the same id each time its sign-in is renewed without the device cookie', async () => {
    await auth.signIn(known, EMAIL);
    const ids = new Set<string | undefined>();
    for (let renewed = 0; renewed < 3; renewed += 1) {
      known.cookies.delete(DEVICE);
      auth.clock.forward(HOUR);
      await known.get('/api/auth/user');
      ids.add(known.cookies.get(DEVICE)?.split('.')[0]);
    }
    expect([...ids]).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  });

  it('signs in while its household has used up the codes of its network', async () => {
    for (let asked = 0; asked < RATES.codesPerAddress.max; asked++) await ask(auth.browser(), `p${asked}@example.org`);
    expect(await ask(auth.browser())).toBe(429);
    expect(await ask(known)).toBe(303);
  });

  it('has five codes an hour of its own, even when the cookie is copied', async () => {
    await useUpShare();
    const answers = [];
    for (let asked = 0; asked < 7; asked++) answers.push(await ask(asked % 2 === 0 ? known : withDeviceOf(known)));
    expect(answers).toEqual([303, 303, 303, 303, 303, 429, 429]);
    auth.clock.forward(HOUR);
    expect(await ask(known)).toBe(303);
  });

  it('has six-digit codes while strangers guess, and 25 guesses of its own in 30 days', async () => {
    const guess = async (makeBrowser: () => Browser) => {
      for (let hour = 0; hour < 6; hour++) {
        const browser = makeBrowser();
        await ask(browser);
        const { code } = auth.sent.at(-1)!;
        for (let tries = 0; tries < 5; tries++) await browser.post('/api/login/code', { code: wrong(code) });
        auth.clock.forward(HOUR);
      }
      const browser = makeBrowser();
      await ask(browser);
      return auth.sent.at(-1)!.code.length;
    };
    expect(await guess(stranger)).toBe(16);
    await ask(known);
    expect(auth.sent.at(-1)!.code).toHaveLength(6);
    expect(await guess(() => withDeviceOf(known))).toBe(16);
  });

  it('requests codes like any other device once its share is used up, however many copies of its cookie exist', async () => {
    const answers = [];
    for (let asked = 0; asked < 12; asked++) answers.push(await ask(withDeviceOf(known)));
    const allowed = RATES.codesPerDevice.max + RATES.codesPerEmail.max;
    expect(answers).toEqual(answers.map((_, at) => (at < allowed ? 303 : 429)));
    expect(await ask(stranger())).toBe(429);
  });

  it('guesses like any other device once its share is used up, however many copies of its cookie exist', async () => {
    let compared = 0;
    for (let hour = 0; hour < 12; hour++) {
      const thief = withDeviceOf(known);
      await ask(thief);
      const { code } = auth.sent.at(-1)!;
      for (let tries = 0; tries < 5 && code.length === 6; tries++) {
        const page = await (await thief.post('/api/login/code', { code: wrong(code) })).text();
        if (/That code is wrong|That was the last try/.test(page)) compared++;
      }
      auth.clock.forward(HOUR);
    }
    expect(compared).toBe(RATES.guessesPerDevice.max + RATES.guessesPerEmail.max);
    await ask(stranger());
    expect(auth.sent.at(-1)!.code).toHaveLength(16);
  });

  it('has a share only for the address that signed in on it', async () => {
    await useUpShare('ben@example.org');
    expect(await ask(known, 'ben@example.org')).toBe(429);
  });

  it('keeps its cookie after a sign-out, and the cookie does not sign in', async () => {
    const cookie = known.cookies.get(DEVICE)!;
    expect(cookie).not.toContain('anna');
    expect((await known.get('/api/auth/user')).status).toBe(401);
    const thief = withDeviceOf(known);
    expect((await thief.get('/api/auth/user')).status).toBe(401);
    expect((await thief.post('/api/login/code', { code: '000000' })).status).toBe(400);
    await auth.signIn(known, EMAIL);
    const line = known.setCookies.find((set) => set.startsWith(DEVICE))!;
    expect(line).toMatch(/^longline-device=[\w.~-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    // The share stays the same: signing in again makes no second one.
    expect(known.cookies.get(DEVICE)!.split('.')[0]).toBe(cookie.split('.')[0]);
  });

  it('refuses forged and expired cookies', async () => {
    const [id, expires, mac] = known.cookies.get(DEVICE)!.split('.') as [string, string, string];
    auth.clock.forward(399 * DAY);
    await useUpShare();
    const forged = [
      `${'A'.repeat(22)}.${expires}.${mac}`,
      `${id}.${Number(expires) + 1}.${mac}`,
      `${id}.${expires}.`,
      '',
      '~',
      'x'.repeat(4_000),
    ];
    for (const value of forged) {
      const browser = stranger();
      browser.cookies.set(DEVICE, value);
      expect(await ask(browser), value.slice(0, 80)).toBe(429);
    }
    const ofAnotherServer = await createAuthApp(database, { env: { sessionSecret: 'another secret of thirty-two characters' } });
    ofAnotherServer.clock.now = auth.clock.now;
    const elsewhere = ofAnotherServer.browser();
    elsewhere.cookies.set(DEVICE, known.cookies.get(DEVICE)!);
    expect(await ask(elsewhere)).toBe(429);
    expect(await ask(known)).toBe(303);
    auth.clock.forward(DAY);
    await useUpShare();
    expect(await ask(known)).toBe(429);
  });

  it('remembers the last five people who signed in on it', async () => {
    const people = ['b', 'c', 'd', 'e'].map((name) => `${name}@example.org`);
    for (const email of people) await auth.signIn(known, email);
    await useUpShare();
    expect(await ask(known)).toBe(303);
    auth.clock.forward(HOUR);
    await auth.signIn(known, 'f@example.org');
    await useUpShare();
    expect(await ask(known)).toBe(429);
    expect(known.cookies.get(DEVICE)!.length).toBeLessThan(500);
  });

  it('includes devices that were signed in before the upgrade to this version', async () => {
    const email = 'ben@example.org';
    const browser = auth.browser();
    await auth.signIn(browser, email);
    browser.cookies.delete(DEVICE);
    auth.clock.forward(2 * HOUR);
    await browser.get('/api/auth/user');
    await browser.get('/api/logout');
    await useUpShare(email);
    expect(await ask(browser, email)).toBe(303);
  });
});
