import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/open.ts';
import { signIns } from '../db/tables/auth.ts';
import { type AuthApp, createAuthApp, ORIGIN, truncateUsers } from '../testing/auth-app.ts';
import type { Browser } from '../testing/cookie-jar.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { CLIENT_SECRET, startProvider, type TestProvider } from '../testing/start-provider.ts';

const REDIRECT_URI = `${ORIGIN}/api/login/callback`;

describeOnBothDatabases('signing out with a provider', (open) => {
  let database: OpenDatabase;
  let provider: TestProvider;
  let auth: AuthApp;
  /** The person's browser, as Longline and as the provider see it. */
  let browser: Browser;
  let there: Browser;
  const others: TestProvider[] = [];
  beforeAll(async () => {
    database = await open();
    provider = await startProvider({ redirectUri: REDIRECT_URI });
  });
  afterAll(async () => {
    for (const started of [provider, ...others]) await started.stop();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    await openAppWith(provider);
  });

  async function openAppWith({ issuer, browser: newBrowser, accounts }: TestProvider) {
    auth = await createAuthApp(database, { env: { oidc: { issuer, clientId: 'longline', clientSecret: CLIENT_SECRET } } });
    accounts.set('anna', { email: 'anna@example.org', email_verified: true });
    accounts.set('ben', { email: 'ben@example.org', email_verified: true });
    browser = auth.browser();
    there = newBrowser();
  }
  async function startOther(options: Parameters<typeof startProvider>[0]) {
    const other = await startProvider(options);
    others.push(other);
    await openAppWith(other);
    return other;
  }
  /** Signs in and follows redirects to the app or an error page. @param account null cancels if the provider asks for one */
  async function signIn(account: string | null, at = provider) {
    const prompts: (string | null)[] = [];
    let answer = await browser.get('/api/login');
    while (answer.headers.get('location')?.startsWith(at.issuer)) {
      const location = answer.headers.get('location')!;
      prompts.push(new URL(location).searchParams.get('prompt'));
      answer = await browser.get(await at.visit(location, account, there));
    }
    return { status: answer.status, prompts };
  }
  const status = async () => (await browser.get('/api/auth/user')).status;
  const signOut = async () => (await browser.get('/api/logout')).headers.get('location');

  it('ends the session at the provider, and comes back to the first page', async () => {
    await signIn('anna');
    // Without a sign-out, the provider recognises the person and does not ask.
    const before = browser;
    browser = auth.browser();
    expect(await signIn(null)).toEqual({ status: 303, prompts: [null] });
    browser = before;

    const location = (await signOut())!;
    expect(await status()).toBe(401);
    const { origin, pathname, searchParams } = new URL(location);
    expect(origin + pathname).toBe(`${provider.issuer}/session/end`);
    // No token and no address: addresses of pages end up in histories and logs.
    expect(Object.fromEntries(searchParams)).toEqual({ client_id: 'longline', post_logout_redirect_uri: `${ORIGIN}/` });
    expect(await provider.confirmSignOut(location, there)).toBe(`${ORIGIN}/`);

    browser = auth.browser();
    expect((await signIn(null)).status).toBe(400);
  });

  it('asks for the account at the next sign-in only, even if the person stayed signed in at the provider', async () => {
    await signIn('anna');
    await signOut();
    // This provider knows no select_account and says so in its answer.
    expect(await signIn(null)).toEqual({ status: 400, prompts: ['select_account', 'login'] });
    expect(await signIn('ben')).toEqual({ status: 303, prompts: ['select_account', 'login'] });
    expect((await database.db.select().from(signIns)).length).toBe(1);
    browser.cookies.delete('longline');
    expect(await signIn(null)).toEqual({ status: 303, prompts: [null] });
  });

  it.each([
    ['login', ['none', 'login', 'consent']],
    [null, ['none', 'consent']],
  ])('asks with %s if the provider publishes that it knows %j', async (prompt, prompts) => {
    const other = await startOther({ redirectUri: REDIRECT_URI, prompts });
    await signIn('anna', other);
    await signOut();
    expect(await signIn('anna', other)).toEqual({ status: 303, prompts: [prompt] });
  });

  it.each(['login_required', 'unmet_authentication_requirements', 'server_error', 'unknown_prompt'])(
    'asks without a prompt if the provider refuses both, the second with %s',
    async (promptError) => {
      const other = await startOther({ redirectUri: REDIRECT_URI, promptError });
      await signIn('anna', other);
      await signOut();
      expect(await signIn('anna', other)).toEqual({ status: 303, prompts: ['select_account', 'login', null] });
    },
  );

  it('asks for the account after a sign-in that was ended elsewhere, and after a refused address', async () => {
    await signIn('anna');
    await database.db.delete(signIns);
    expect((await signIn('anna')).prompts).toEqual(['select_account', 'login']);

    provider.accounts.set('ben', { email: 'anna@example.org', email_verified: true });
    browser = auth.browser();
    there = provider.browser();
    expect(await signIn('ben')).toEqual({ status: 403, prompts: [null] });
    expect(await signIn('anna')).toEqual({ status: 303, prompts: ['select_account', 'login'] });
  });

  it('signs out here, and asks at the next sign-in, if the provider does not offer to end its session', async () => {
    const other = await startOther({ redirectUri: REDIRECT_URI, endsSessions: false });
    await signIn('anna', other);
    expect(await signOut()).toBe('/');
    expect(await status()).toBe(401);
    expect((await signIn('anna', other)).prompts).toEqual(['select_account', 'login']);
  });

  it('signs out here if the provider is down or does not answer', async () => {
    const down = await startProvider({ redirectUri: REDIRECT_URI });
    await openAppWith(down);
    const second = auth.browser();
    for (const one of [second, browser]) {
      browser = one;
      await signIn('anna', down);
    }
    await down.stop();
    expect(await signOut()).toBe('/');
    expect(await status()).toBe(401);
    expect(browser.cookies.has('longline-ask-account')).toBe(true);

    const silent = createServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(Number(new URL(down.issuer).port), 'localhost', listening));
    try {
      browser = second;
      expect(await status()).toBe(403);
      expect(await signOut()).toBe('/');
      expect(await status()).toBe(401);
    } finally {
      silent.close();
    }
  });

  it('sends visitors to the first page, not to the provider', async () => {
    expect(await signOut()).toBe('/');
    expect(browser.setCookies.join()).not.toContain('ask-account');
  });

  it('continues from the confirmation page to the provider without a redirect, which the page’s policy forbids', async () => {
    await signIn('anna');
    const answer = await browser.post('/api/logout', {});
    expect(answer.status).toBe(200);
    const [, there] = /^0; url=(.+)$/.exec(answer.headers.get('refresh')!)!;
    expect(there).toContain(`${provider.issuer}/session/end?`);
    expect(await answer.text()).toContain(`href="${there!.replaceAll('&', '&amp;')}"`);
    expect(await status()).toBe(401);
  });
});
