import { beforeAll, beforeEach, expect, it } from 'vitest';
import { RATES } from '../contract/limits.ts';
import type { OpenDatabase } from '../db/open.ts';
import { users } from '../db/tables/people.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import { type AuthApp, createAuthApp, truncateUsers } from '../testing/auth-app.ts';
import type { Browser } from '../testing/cookie-jar.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { sweepRateLimits } from './sweep-sign-ins.ts';

const EMAIL = 'anna@example.org';
const HOUR = 3_600;
const DAY = 24 * HOUR;

const wrong = (code: string) => (code.startsWith('0') ? '1' : '0').repeat(code.length);

describeOnBothDatabases('guessing codes', (open) => {
  let database: OpenDatabase;
  let auth: AuthApp;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    auth = await createAuthApp(database, { env: { adminEmails: [EMAIL] } });
  });

  let strangers = 0;
  const stranger = () => auth.browser(`2001:db8:${(strangers += 1)}::1`);
  const codeFor = async (browser: Browser, email = EMAIL) => {
    const { status } = await browser.post('/api/login', { email });
    return status === 303 ? auth.sent.at(-1)!.code : null;
  };
  const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;

  /** Types wrong codes, each from a new address, as fast as codes are sent. @returns how many six-digit codes were compared */
  const guess = async (hours: number, email = EMAIL) => {
    let compared = 0;
    for (let hour = 0; hour < hours; hour++) {
      for (;;) {
        const browser = stranger();
        const code = await codeFor(browser, email);
        if (!code) break;
        for (let tries = 0; tries < 5; tries++) {
          const page = await (await browser.post('/api/login/code', { code: wrong(code) })).text();
          if (code.length === 6 && /That code is wrong|That was the last try/.test(page)) compared++;
        }
      }
      auth.clock.forward(HOUR);
    }
    return compared;
  };

  it('compares 25 six-digit codes of one account in 30 days, from any number of addresses', async () => {
    expect(await guess(30)).toBe(25);
    auth.clock.forward(20 * DAY);
    expect(await guess(2)).toBe(0);
    auth.clock.forward(10 * DAY);
    expect(await guess(2)).toBe(25);
  });

  it('lets the owner sign in from a new device with a longer code while someone guesses', async () => {
    await guess(2);
    const owner = auth.browser();
    const code = (await codeFor(owner))!;
    expect(code).toMatch(/^\d{16}$/);
    const page = await (await owner.get('/api/login/code')).text();
    expect(page).toContain('The 16-digit code for this address is on the server’s terminal');
    expect(page).toContain('<label for="code">16-digit code</label>');
    const short = await owner.post('/api/login/code', { code: '123456' });
    expect(await short.text()).toContain('Please enter the 16 digits of the code.');
    const done = await owner.post('/api/login/code', { code: code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') });
    expect(done.status).toBe(303);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('refuses six-digit codes that were sent before the guesses were used up, and asks to request another', async () => {
    const owner = auth.browser();
    await codeFor(owner);
    expect(await guess(1)).toBe(20);
    const code = (await codeFor(owner))!;
    expect(code).toHaveLength(6);
    expect(await guess(1)).toBe(5);
    auth.clock.forward(-HOUR);
    const refused = await owner.post('/api/login/code', { code });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Too many wrong codes were entered. Please request another code now: it has 16 digits.');
    expect(await isSignedIn(owner)).toBe(false);
  });

  it('compares 25 codes in all when guesses reach two replicas at once', async () => {
    const other = await createAuthApp(database, { env: { adminEmails: [EMAIL] } });
    const codes: { browser: Browser; code: string }[] = [];
    for (let hour = 0; hour < 2; hour++) {
      const replica = hour === 0 ? auth : other;
      if (hour === 1) await database.db.delete(rateLimits);
      for (let asked = 0; asked < 5; asked++) {
        const browser = replica.browser();
        await browser.post('/api/login', { email: EMAIL });
        codes.push({ browser, code: replica.sent.at(-1)!.code });
      }
    }
    const pages = await Promise.all(
      codes.flatMap(({ browser, code }) =>
        Array.from({ length: 5 }, async () => (await browser.post('/api/login/code', { code: wrong(code) })).text()),
      ),
    );
    expect(pages.filter((page) => /That code is wrong|That was the last try/.test(page))).toHaveLength(25);
  });

  it('does not count correct codes', async () => {
    for (let day = 0; day < RATES.guessesPerEmail.max + 1; day++) {
      const browser = stranger();
      const code = (await codeFor(browser))!;
      expect(code).toHaveLength(6);
      await browser.post('/api/login/code', { code });
      expect(await isSignedIn(browser)).toBe(true);
      auth.clock.forward(HOUR);
    }
  });

  it('counts per address, including addresses without an account', async () => {
    expect(await guess(2, 'nobody@example.org')).toBe(25);
    expect(await codeFor(stranger(), 'nobody@example.org')).toHaveLength(16);
    expect(await codeFor(stranger())).toHaveLength(6);
    expect(await database.db.$count(users)).toBe(0);
  });

  it('tells the owner how many wrong codes were typed since the last sign-in', async () => {
    const owner = auth.browser();
    await auth.signIn(owner, EMAIL);
    const told = () => auth.sent.at(-1)!.wrongCodes;
    expect(told()).toBe(0);
    const attacker = stranger();
    const code = (await codeFor(attacker))!;
    for (let tries = 0; tries < 3; tries++) await attacker.post('/api/login/code', { code: wrong(code) });
    auth.clock.forward(60 * DAY);
    await sweepRateLimits(auth.services);
    const again = auth.browser();
    await auth.signIn(again, EMAIL);
    expect(told()).toBe(3);
    auth.clock.forward(HOUR);
    await codeFor(auth.browser());
    expect(told()).toBe(0);
  });

  it('does not count wrong codes in the mail that were a year old when the next one was typed, even before a sweep', async () => {
    const attacker = stranger();
    const mistype = async () => attacker.post('/api/login/code', { code: wrong((await codeFor(attacker))!) });
    await mistype();
    await mistype();
    auth.clock.forward(365 * DAY);
    await mistype();
    await codeFor(stranger());
    expect(auth.sent.at(-1)!.wrongCodes).toBe(1);
  });

  it('deletes counts by age and stores no email in them', async () => {
    const attacker = stranger();
    const code = (await codeFor(attacker))!;
    await attacker.post('/api/login/code', { code: wrong(code) });
    auth.clock.forward(HOUR + 1);
    await sweepRateLimits(auth.services);
    const kept = await database.db.select().from(rateLimits);
    expect(new Set(kept.map(({ bucket }) => bucket.split(':')[0]))).toEqual(new Set(['guessesPerEmail', 'wrongCodes']));
    expect(JSON.stringify(kept)).not.toContain('anna');
    auth.clock.forward(30 * DAY);
    await sweepRateLimits(auth.services);
    expect((await database.db.select().from(rateLimits)).map(({ bucket }) => bucket.split(':')[0])).toEqual(['wrongCodes']);
    auth.clock.forward(365 * DAY);
    await sweepRateLimits(auth.services);
    expect(await database.db.$count(rateLimits)).toBe(0);
  });
});
