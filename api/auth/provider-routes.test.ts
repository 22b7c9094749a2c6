import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/open.ts';
import { identities, signInAttempts } from '../db/tables/auth.ts';
import { users } from '../db/tables/people.ts';
import { feedEntries } from '../db/tables/sync.ts';
import { type AuthApp, createAuthApp, truncateUsers, ORIGIN } from '../testing/auth-app.ts';
import type { Browser } from '../testing/cookie-jar.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { freePort } from '../testing/free-port.ts';
import { CLIENT_SECRET, startProvider, type TestProvider } from '../testing/start-provider.ts';
import { forgetIdentities } from './forget-identities.ts';

const REDIRECT_URI = `${ORIGIN}/api/login/callback`;

describeOnBothDatabases('signing in with a provider', (open) => {
  let database: OpenDatabase;
  let provider: TestProvider;
  let auth: AuthApp;
  beforeAll(async () => {
    database = await open();
    provider = await startProvider({ redirectUri: REDIRECT_URI });
  });
  afterAll(() => provider.stop());
  beforeEach(async () => {
    await truncateUsers(database.db);
    provider.accounts.clear();
    auth = await appWith(provider.issuer);
  });

  const appWith = (issuer: string, clientSecret: string | undefined = CLIENT_SECRET) =>
    createAuthApp(database, { env: { oidc: { issuer, clientId: 'longline', clientSecret } } });

  /** Signs in at the provider. @returns the path to which the provider redirects, not requested yet */
  async function callback(browser: Browser, account: string | null, path = '/api/login') {
    const sent = await browser.get(path);
    expect(sent.status).toBe(303);
    return provider.visit(sent.headers.get('location')!, account);
  }
  const signIn = async (account: string, browser = auth.browser()) => browser.get(await callback(browser, account));
  const people = () => database.db.select().from(users);

  it('redirects to the provider with PKCE, state and nonce, and comes back signed in', async () => {
    provider.accounts.set('sub-1', { email: 'Anna@Example.org', email_verified: true, given_name: 'Anna', family_name: ' Field ' });
    const browser = auth.browser();
    const sent = await browser.get('/api/login?return=/programs');
    const { searchParams } = new URL(sent.headers.get('location')!);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const done = await browser.get(await provider.visit(sent.headers.get('location')!, 'sub-1'));
    expect([done.status, done.headers.get('location')]).toEqual([303, '/programs']);
    expect(browser.cookies.has('longline')).toBe(true);
    expect(await people()).toMatchObject([{ email: 'anna@example.org', firstName: 'Anna', lastName: 'Field', isAdmin: false }]);
  });

  it('comes back to the address that .env.example tells operators to register', async () => {
    const told = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
    expect(told.match(/PUBLIC_URL\/api\/\S*[^.\s]/g)).toEqual([REDIRECT_URI.replace(ORIGIN, 'PUBLIC_URL')]);
  });

  it('recognises a person by issuer and subject after their email changes', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    await signIn('sub-1');
    const [before] = await people();
    provider.accounts.set('sub-1', { email: 'anna@new.example', email_verified: true });
    await signIn('sub-1');
    const [after, ...others] = await people();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before!.id, email: 'anna@new.example', version: before!.version + 1 });
    const [entry] = (await database.db.select().from(feedEntries)).filter(({ feed }) => feed.startsWith('own:'));
    expect(entry!.position).toBe(2);

    // The old address may belong to someone else by now.
    provider.accounts.set('sub-2', { email: 'anna@example.org', email_verified: true });
    await signIn('sub-2');
    expect(await people()).toHaveLength(2);
  });

  it('does not take over an email that another person has', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    provider.accounts.set('sub-2', { email: 'ben@example.org', email_verified: true });
    await signIn('sub-1');
    await signIn('sub-2');
    provider.accounts.set('sub-2', { email: 'anna@example.org', email_verified: true });
    const browser = auth.browser();
    expect((await signIn('sub-2', browser)).status).toBe(303);
    expect((await people()).map(({ email }) => String(email)).toSorted()).toEqual(['anna@example.org', 'ben@example.org']);
  });

  it('links the person with the verified email', async () => {
    const codes = await createAuthApp(database);
    await codes.signIn(codes.browser(), 'anna@example.org');
    provider.accounts.set('sub-1', { email: 'ANNA@example.org', email_verified: true });
    await signIn('sub-1');
    expect(await people()).toHaveLength(1);
    expect(await database.db.select().from(identities)).toMatchObject([{ issuer: provider.issuer, subject: 'sub-1' }]);
  });

  it.each([
    ['the KELVIN SIGN, which lower-cases to k', 'mar\u212A@example.org'],
    ['a dotted capital I', 'm\u0130ke@example.org'],
    ['a long s', '\u017Fam@example.org'],
  ])('keeps an address with %s apart from the one it looks like', async (_what, lookAlike) => {
    const admins = ['mark@example.org', 'mi\u0307ke@example.org', 'sam@example.org'];
    const oidc = { issuer: provider.issuer, clientId: 'longline', clientSecret: CLIENT_SECRET };
    auth = await createAuthApp(database, { env: { adminEmails: admins, oidc } });
    for (const [index, email] of admins.entries()) {
      provider.accounts.set(`sub-${index}`, { email, email_verified: true });
      await signIn(`sub-${index}`);
    }
    provider.accounts.set('mallory', { email: lookAlike, email_verified: true });
    const browser = auth.browser();
    expect((await signIn('mallory', browser)).status).toBe(303);
    expect((await people()).map(({ email }) => email)).toEqual([...admins, lookAlike]);
    expect((await browser.get('/api/auth/user')).status).toBe(403);
  });

  it.each([
    ['unverified', { email: 'anna@example.org', email_verified: false }],
    ['not said to be verified', { email: 'anna@example.org' }],
    ['marked as verified with "yes"', { email: 'anna@example.org', email_verified: 'yes' }],
  ])('does not link an account by an email that is %s', async (_how, claims) => {
    const admin = await createAuthApp(database, { env: { adminEmails: ['anna@example.org'] } });
    await admin.signIn(admin.browser(), 'anna@example.org');
    auth = await createAuthApp(database, {
      env: { adminEmails: ['anna@example.org'], oidc: { issuer: provider.issuer, clientId: 'longline', clientSecret: CLIENT_SECRET } },
    });
    provider.accounts.set('mallory', claims);
    const browser = auth.browser();
    await signIn('mallory', browser);
    expect((await people()).map(({ email }) => String(email)).toSorted()).toEqual(['anna@example.org', 'null']);
    expect((await browser.get('/api/auth/user')).status).toBe(403);
  });

  it('does not let a second subject with the same verified email into the account', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    const anna = auth.browser();
    await signIn('sub-1', anna);
    provider.accounts.set('sub-2', { email: 'Anna@Example.org', email_verified: true });
    const other = auth.browser();
    const refused = await signIn('sub-2', other);
    expect(refused.status).toBe(403);
    const page = await refused.text();
    expect(page).toContain('An account with anna@example.org already exists and belongs to another sign-in.');
    expect(page).toContain('ask the person who runs this server to connect it');
    expect(other.cookies.has('longline')).toBe(false);
    expect(await database.db.select().from(identities)).toMatchObject([{ subject: 'sub-1' }]);
    expect(await people()).toHaveLength(1);

    // Once the account has moved to its person's new address, the old address gets an account of its own.
    provider.accounts.set('sub-1', { email: 'anna@new.example', email_verified: true });
    await signIn('sub-1');
    expect((await signIn('sub-2')).status).toBe(303);
    expect((await people()).map(({ email }) => String(email)).toSorted()).toEqual(['anna@example.org', 'anna@new.example']);
  });

  it('does not let the same address at another provider into the account until the operator forgets the former provider', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    provider.accounts.set('sub-2', {});
    await signIn('sub-1');
    await signIn('sub-2');
    const former = provider;
    provider = await startProvider({ redirectUri: REDIRECT_URI });
    try {
      auth = await appWith(provider.issuer);
      provider.accounts.set('another-sub', { email: 'anna@example.org', email_verified: true });
      expect((await signIn('another-sub')).status).toBe(403);
      expect(await forgetIdentities(database.db, { issuer: former.issuer })).toBe(1);
      expect((await signIn('another-sub')).status).toBe(303);
      expect(await people()).toHaveLength(2);
      // An account without an address has no other way back.
      expect((await database.db.select().from(identities)).map(({ subject }) => subject).toSorted()).toEqual(['another-sub', 'sub-2']);
    } finally {
      await provider.stop();
      provider = former;
    }
  });

  it.each([
    ['', '/'],
    ['/', ''],
  ])('forgets the identities of an issuer stored with %j at its end and typed with %j', async (stored, typed) => {
    const issuer = 'https://id.example.org/dogs';
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    await signIn('sub-1');
    await database.db.update(identities).set({ issuer: issuer + stored });
    expect(await forgetIdentities(database.db, { issuer: `${issuer}/other${typed}` })).toBe(0);
    expect(await forgetIdentities(database.db, { issuer: issuer + typed })).toBe(1);
  });

  it('lets a new subject in once the operator forgets its address, which ends the sign-ins of the account', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    provider.accounts.set('sub-2', { email: 'anna@example.org', email_verified: true });
    const former = auth.browser();
    await signIn('sub-1', former);
    expect(await forgetIdentities(database.db, { email: 'nobody@example.org' })).toBe(0);
    expect(await forgetIdentities(database.db, { email: 'anna@example.org' })).toBe(1);
    expect((await former.get('/api/auth/user')).status).toBe(401);
    expect((await signIn('sub-2')).status).toBe(303);
    expect(await people()).toHaveLength(1);
    expect((await signIn('sub-1')).status).toBe(403);
  });

  it('ends the sign-ins of a forgotten address even if its identity was already forgotten with the provider', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    const former = auth.browser();
    await signIn('sub-1', former);
    await forgetIdentities(database.db, { issuer: provider.issuer });
    expect((await former.get('/api/auth/user')).status).not.toBe(401);
    expect(await forgetIdentities(database.db, { email: 'anna@example.org' })).toBe(1);
    expect((await former.get('/api/auth/user')).status).toBe(401);
  });

  it('links one of two subjects that sign in with the same address at once', async () => {
    const codes = await createAuthApp(database);
    await codes.signIn(codes.browser(), 'anna@example.org');
    const callbacks = [];
    for (const subject of ['sub-1', 'sub-2']) {
      provider.accounts.set(subject, { email: 'anna@example.org', email_verified: true });
      const browser = auth.browser();
      callbacks.push({ browser, path: await callback(browser, subject) });
    }
    const answers = await Promise.all(callbacks.map(({ browser, path }) => browser.get(path)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 403]);
    expect(await people()).toHaveLength(1);
  });

  it('creates one person from ten concurrent first sign-ins', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    const callbacks = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = auth.browser();
        return { browser, path: await callback(browser, 'sub-1') };
      }),
    );
    const answers = await Promise.all(callbacks.map(({ browser, path }) => browser.get(path)));
    expect(answers.map((answer) => answer.status)).toEqual(callbacks.map(() => 303));
    expect(await people()).toHaveLength(1);
  });

  it('refuses an answer with a missing or wrong state, or with the state of another browser', async () => {
    provider.accounts.set('sub-1', { email: 'anna@example.org', email_verified: true });
    const refused = async (browser: Browser, path: string) => {
      const answer = await browser.get(path);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('We couldn’t complete this sign-in');
      expect(browser.cookies.has('longline')).toBe(false);
    };
    const changed = auth.browser();
    await refused(changed, (await callback(changed, 'sub-1')).replace(/state=[^&]+/, 'state=another'));
    const missing = auth.browser();
    await refused(missing, (await callback(missing, 'sub-1')).replace(/&?state=[^&]+/, ''));
    // Login CSRF: a victim's browser opens the attacker's callback link.
    const mine = await callback(auth.browser(), 'sub-1');
    const victim = auth.browser();
    await callback(victim, 'sub-1');
    await refused(victim, mine);
    await refused(auth.browser(), mine);
    expect(await people()).toEqual([]);
  });

  it('accepts an answer once', async () => {
    provider.accounts.set('sub-1', {});
    const browser = auth.browser();
    const path = await callback(browser, 'sub-1');
    const attempt = browser.cookies.get('longline-attempt')!;
    expect((await browser.get(path)).status).toBe(303);
    const again = auth.browser();
    again.cookies.set('longline-attempt', attempt);
    expect((await again.get(path)).status).toBe(400);
    expect(again.cookies.has('longline')).toBe(false);
  });

  it('refuses an ID token for another nonce or verifier, and an expired attempt', async () => {
    provider.accounts.set('sub-1', {});
    for (const tampered of [{ nonce: 'another' }, { codeVerifier: 'x'.repeat(43) }]) {
      const browser = auth.browser();
      const path = await callback(browser, 'sub-1');
      const [attempt] = await database.db.select().from(signInAttempts);
      await database.db.update(signInAttempts).set({ provider: { ...attempt!.provider!, ...tampered } });
      expect((await browser.get(path)).status).toBe(400);
      expect(await database.db.select().from(signInAttempts)).toEqual([]);
    }
    const late = auth.browser();
    const path = await callback(late, 'sub-1');
    auth.clock.forward(600);
    expect((await late.get(path)).status).toBe(400);
    expect(await people()).toEqual([]);
  });

  it('shows a message when the person cancels at the provider', async () => {
    const browser = auth.browser();
    const answer = await browser.get(await callback(browser, null, '/api/login?return=/cues'));
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('The sign-in was cancelled.');
    expect(page).toContain('href="/api/login?return=%2Fcues"');
  });

  it('shows a message while the provider is down, and works once it is back', async () => {
    const port = await freePort();
    const down = await appWith(`http://localhost:${port}`);
    const answer = await down.browser().get('/api/login');
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain('We can’t reach the sign-in service');
    expect(page).not.toContain('ECONNREFUSED');
    const back = await startProvider({ redirectUri: REDIRECT_URI, port });
    try {
      expect((await down.browser().get('/api/login')).headers.get('location')).toContain(`${back.issuer}/auth?`);
    } finally {
      await back.stop();
    }
  });

  it('has no page for codes', async () => {
    expect((await auth.browser().post('/api/login', { email: 'anna@example.org' })).status).toBe(404);
  });

  it('redirects from another name of this machine to the public URL first', async () => {
    const sent = await auth.browser().get('/api/login?return=/cues', { host: '127.0.0.1:3000' });
    expect(sent.headers.get('location')).toBe(`${ORIGIN}/api/login?return=%2Fcues`);
    expect((await auth.browser().get('/api/login', { host: 'backend:3000' })).headers.get('location')).toContain(provider.issuer);
  });

  it.each(['client_secret_post', 'none'] as const)('authenticates with %s if the provider requires it', async (authMethod) => {
    const strict = await startProvider({ redirectUri: REDIRECT_URI, authMethod });
    try {
      const app = await createAuthApp(database, {
        env: {
          oidc: { issuer: strict.issuer, clientId: 'longline', clientSecret: authMethod === 'none' ? undefined : CLIENT_SECRET },
        },
      });
      strict.accounts.set('sub-1', {});
      const browser = app.browser();
      const sent = await browser.get('/api/login');
      expect((await browser.get(await strict.visit(sent.headers.get('location')!, 'sub-1'))).status).toBe(303);
    } finally {
      await strict.stop();
    }
  });
});
