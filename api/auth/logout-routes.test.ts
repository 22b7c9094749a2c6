import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/open.ts';
import { signIns } from '../db/tables/auth.ts';
import { type AuthApp, createAuthApp, truncateUsers } from '../testing/auth-app.ts';
import type { Browser } from '../testing/cookie-jar.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

describeOnBothDatabases('sign-out and the lifetime of a sign-in', (open) => {
  let database: OpenDatabase;
  let auth: AuthApp;
  let browser: Browser;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    auth = await createAuthApp(database, { env: { adminEmails: ['anna@example.org'] } });
    browser = auth.browser();
    await auth.signIn(browser, 'anna@example.org');
  });
  const isSignedIn = async (who = browser) => (await who.get('/api/auth/user')).status === 200;

  it.each([
    ['a page of this origin', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a page of this origin, without TLS', { referer: 'http://127.0.0.1:3000/friends', accept: 'text/html' }],
    ['a program', {}],
  ])('signs out at once for a request from %s', async (_who, headers: Record<string, string>) => {
    const token = browser.cookies.get('longline');
    const answer = await browser.get('/api/logout', headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.has('clear-site-data')).toBe(false);
    expect([...browser.cookies.keys()]).not.toContain('longline');
    expect([...browser.cookies.keys()]).not.toContain('longline-signed-in');
    const stolen = auth.browser();
    stolen.cookies.set('longline', token!);
    expect(await isSignedIn(stolen)).toBe(false);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another site, without TLS', { referer: 'http://evil.example/', accept: 'text/html' }],
    ['a site that sends no referrer, without TLS', { accept: 'text/html,*/*' }],
    ['a browser that prefetches', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
  ])('asks for confirmation for a request from %s', async (_who, headers: Record<string, string>) => {
    const answer = await browser.get('/api/logout', headers);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<form class="fields" method="post" action="/api/logout"');
    expect(browser.setCookies).toEqual([]);
    expect(await isSignedIn()).toBe(true);
  });

  it('signs out by the button of the confirmation page, not by a form on another site', async () => {
    const forged = await browser.post('/api/logout', {}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(forged.status).toBe(403);
    expect(await isSignedIn()).toBe(true);
    expect((await browser.post('/api/logout', {})).status).toBe(303);
    expect(await isSignedIn()).toBe(false);
  });

  it('leaves the person’s other browsers signed in', async () => {
    const tablet = auth.browser();
    await auth.signIn(tablet, 'anna@example.org');
    await browser.get('/api/logout');
    expect(await isSignedIn(tablet)).toBe(true);
  });

  it('issues a new token at each sign-in and ends the old one', async () => {
    const before = browser.cookies.get('longline')!;
    await auth.signIn(browser, 'anna@example.org');
    expect(browser.cookies.get('longline')).not.toBe(before);
    const old = auth.browser();
    old.cookies.set('longline', before);
    expect(await isSignedIn(old)).toBe(false);
    expect(await database.db.select().from(signIns)).toHaveLength(1);
  });

  it('expires 90 days after the last use, which is written at most once an hour', async () => {
    const start = auth.clock.now;
    const lastUse = async () => (await database.db.select().from(signIns))[0]!.lastUsedAt.getTime() - start.getTime();
    auth.clock.forward(3_599);
    await isSignedIn();
    expect(await lastUse()).toBe(0);
    expect(browser.setCookies).toEqual([]);
    auth.clock.forward(1);
    await isSignedIn();
    expect(await lastUse()).toBe(3_600_000);
    expect(browser.setCookies.map((line) => line.split('=')[0])).toEqual(['longline', 'longline-signed-in', 'longline-device']);

    auth.clock.forward(90 * 86_400 - 1);
    expect(await isSignedIn()).toBe(true);
    auth.clock.forward(90 * 86_400);
    expect(await isSignedIn()).toBe(false);
  });

  it('rejects tokens that it did not issue', async () => {
    for (const token of ['', 'x', 'a'.repeat(43), '../../etc', '%00', "' or 1=1"]) {
      const stranger = auth.browser();
      stranger.cookies.set('longline', token);
      const answer = await stranger.get('/api/auth/user');
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('repairs the readable cookie when it is missing or names someone else', async () => {
    const mark = browser.cookies.get('longline-signed-in')!;
    browser.cookies.set('longline-signed-in', 'somebody-else');
    await browser.get('/api/auth/user');
    expect(browser.cookies.get('longline-signed-in')).toBe(mark);
    browser.cookies.delete('longline-signed-in');
    const answer = await browser.get('/api/login?return=/cues');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cues']);
    expect(browser.cookies.get('longline-signed-in')).toBe(mark);
  });
});
