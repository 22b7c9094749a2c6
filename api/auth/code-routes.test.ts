import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/open.ts';
import { betaAccess, signInAttempts, signIns } from '../db/tables/auth.ts';
import { users } from '../db/tables/people.ts';
import { type AuthApp, createAuthApp, truncateUsers } from '../testing/auth-app.ts';
import { describeOnBothDatabases, type OpenFresh } from '../testing/describe-on-both-databases.ts';

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describeOnBothDatabases('signing in with a code', (open: OpenFresh) => {
  let database: OpenDatabase;
  let auth: AuthApp;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    auth = await createAuthApp(database, { env: { adminEmails: ['anna@example.org'] } });
  });

  it('signs in with the code that was sent and returns to the original page', async () => {
    const browser = auth.browser();
    const page = await (await browser.get('/api/login?return=/my-dogs')).text();
    expect(page).toContain('<label for="email">Email</label>');
    expect(page).toContain('name="return" value="/my-dogs"');

    const asked = await browser.post('/api/login', { email: 'Anna@Example.org ', return: '/my-dogs' });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/api/login/code']);
    expect(browser.setCookies).toEqual([
      expect.stringMatching(/^longline-attempt=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(auth.sent).toEqual([{ email: 'anna@example.org', code: expect.stringMatching(/^\d{6}$/), wrongCodes: 0 }]);

    const codePage = await (await browser.get('/api/login/code')).text();
    expect(codePage).toContain('anna@example.org');
    expect(codePage).toMatch(/inputmode="numeric" autocomplete="one-time-code"/);

    const done = await browser.post('/api/login/code', { code: auth.sent[0]!.code });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/my-dogs']);
    const user = await browser.get('/api/auth/user');
    expect(user.status).toBe(200);
    expect(await user.json()).toMatchObject({ email: 'anna@example.org', isAdmin: true, profileVisibility: 'private' });
    expect(user.headers.get('cache-control')).toBe('no-store');
  });

  it('sets the token in a cookie that scripts cannot read, and a readable cookie without it', async () => {
    const browser = auth.browser();
    await auth.signIn(browser, 'anna@example.org');
    const [, secret, mark] = browser.setCookies;
    expect(secret).toMatch(/^longline=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    const [person] = await auth.services.db.select().from(users);
    expect(mark).toBe(`longline-signed-in=${person!.id}; Max-Age=7776000; Path=/; SameSite=Lax`);
    const [row] = await auth.services.db.select().from(signIns);
    expect(Buffer.from(row!.tokenHash).toString('base64url')).not.toBe(browser.cookies.get('longline'));
  });

  it('binds the cookies to TLS and to the host when the public URL is https', async () => {
    const secure = await createAuthApp(database, { env: { publicUrl: 'https://longline.example.org' } });
    const browser = secure.browser();
    await secure.signIn(browser, 'anna@example.org');
    const [device, secret, mark] = browser.setCookies;
    expect(device).toMatch(/^__Host-longline-device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(secret).toMatch(/^__Host-longline=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(mark).toMatch(/^longline-signed-in=[0-9a-f-]{36}; Max-Age=7776000; Path=\/; Secure; SameSite=Lax$/);
    expect((await browser.get('/api/auth/user')).headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('refuses an invalid address beside the field and keeps the typed text', async () => {
    for (const email of [
      '',
      'anna',
      'a@b@c',
      'anna@exa mple.org',
      'anna@example.org\r\nBcc: b@example.org',
      `${'a'.repeat(250)}@b.example`,
    ]) {
      const refused = await auth.browser().post('/api/login', { email });
      expect(refused.status).toBe(400);
      const page = await refused.text();
      expect(page).toContain('aria-describedby="email-error"');
      expect(page).toMatch(/id="email-error" role="alert">Please enter a valid email address</);
      if (email === 'a@b@c') expect(page).toContain('value="a@b@c"');
    }
    expect(auth.sent).toEqual([]);
    const markup = await auth.browser().post('/api/login', { email: '"><script>alert(1)</script>' });
    expect(await markup.text()).not.toContain('<script>alert');
  });

  it('counts wrong codes, keeps each in the field, and refuses even the right code after five', async () => {
    const browser = auth.browser();
    await browser.post('/api/login', { email: 'anna@example.org' });
    const { code } = auth.sent[0]!;
    for (const left of ['4 tries are left', '3 tries are left', '2 tries are left', 'One try is left', 'last try']) {
      const refused = await browser.post('/api/login/code', { code: wrong(code) });
      expect(refused.status).toBe(400);
      const page = await refused.text();
      expect(page).toContain(left);
      if (left !== 'last try') expect(page).toContain(`value="${wrong(code)}"`);
    }
    const late = await browser.post('/api/login/code', { code });
    expect(late.status).toBe(429);
    expect(browser.cookies.has('longline')).toBe(false);
  });

  it('accepts five tries from any number of concurrent guesses', async () => {
    const browser = auth.browser();
    await browser.post('/api/login', { email: 'anna@example.org' });
    const { code } = auth.sent[0]!;
    const guesses = Array.from({ length: 30 }, (_, index) => String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(guesses.map((guess) => browser.post('/api/login/code', { code: guess })));
    // Later requests also show the last-try message, but with 429 and without checking the code.
    const pages = await Promise.all(answers.filter((answer) => answer.status === 400).map((answer) => answer.text()));
    expect(pages.filter((page) => /That code is wrong|That was the last try/.test(page))).toHaveLength(5);
    expect((await browser.post('/api/login/code', { code })).status).toBe(429);
  });

  it('does not count a malformed code as a try, and accepts a code with spaces', async () => {
    const browser = auth.browser();
    await browser.post('/api/login', { email: 'anna@example.org' });
    const { code } = auth.sent[0]!;
    for (let slip = 0; slip < 6; slip++) {
      expect(await (await browser.post('/api/login/code', { code: '12 34' })).text()).toContain('Please enter the six digits');
    }
    const done = await browser.post('/api/login/code', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.status).toBe(303);
  });

  it('accepts a code once, even when it is sent twice at the same moment', async () => {
    const browser = auth.browser();
    await browser.post('/api/login', { email: 'anna@example.org' });
    const { code } = auth.sent[0]!;
    const attempt = { cookie: `longline-attempt=${browser.cookies.get('longline-attempt')}` };
    const answers = await Promise.all([1, 2, 3].map(() => auth.browser().post('/api/login/code', { code }, attempt)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([303, 400, 400]);
    expect((await auth.browser().post('/api/login/code', { code }, attempt)).status).toBe(400);
    expect(await auth.services.db.select().from(signIns)).toHaveLength(1);
  });

  it('refuses a code after ten minutes', async () => {
    const browser = auth.browser();
    await browser.post('/api/login', { email: 'anna@example.org', return: '/my-dogs' });
    auth.clock.forward(600);
    const late = await browser.post('/api/login/code', { code: auth.sent[0]!.code });
    expect(late.status).toBe(400);
    const page = await late.text();
    expect(page).toContain('This code has expired');
    // The form can request another code without retyping.
    expect(page).toContain('name="email" value="anna@example.org"');
    expect(page).toContain('name="return" value="/my-dogs"');
    expect(await (await browser.get('/api/login/code')).text()).toContain('This code has expired');
    expect(browser.cookies.has('longline')).toBe(false);
  });

  it('accepts a code only from the browser that requested it', async () => {
    const hers = auth.browser();
    await hers.post('/api/login', { email: 'anna@example.org' });
    const theirs = auth.browser();
    await theirs.post('/api/login', { email: 'ben@example.org' });
    expect((await theirs.post('/api/login/code', { code: auth.sent[0]!.code })).status).toBe(
      auth.sent[0]!.code === auth.sent[1]!.code ? 303 : 400,
    );
    expect((await auth.browser().post('/api/login/code', { code: auth.sent[0]!.code })).status).toBe(400);
  });

  it('stores codes so that the table alone does not reveal them', async () => {
    await auth.browser().post('/api/login', { email: 'anna@example.org' });
    const [attempt] = await auth.services.db.select().from(signInAttempts);
    const { code } = auth.sent[0]!;
    const plain = [code, Buffer.from(attempt!.tokenHash).toString('base64url') + code].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    expect(plain).not.toContain(Buffer.from(attempt!.codeHash!).toString('hex'));
  });

  it('gives the same answer to known and unknown addresses', async () => {
    await auth.signIn(auth.browser(), 'known@example.org');
    const pages = await Promise.all(
      ['known@example.org', 'other@example.org'].map(async (email) => {
        const browser = auth.browser();
        const asked = await browser.post('/api/login', { email });
        const page = await (await browser.get('/api/login/code')).text();
        return [asked.status, asked.headers.get('location'), page.replaceAll(email, '')];
      }),
    );
    expect(pages[0]).toEqual(pages[1]);
  });

  it('sends five codes an hour to an email address and thirty to a household', async () => {
    for (let sent = 0; sent < 5; sent++) {
      expect((await auth.browser().post('/api/login', { email: 'ANNA@example.org' })).status).toBe(303);
    }
    const sixth = await auth.browser('192.0.2.77').post('/api/login', { email: 'anna@example.org' });
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '3600']);
    const page = await sixth.text();
    expect(page).toContain('Please try again in 60 minutes');
    expect(page).toContain('value="anna@example.org"');

    const household = (host: number) => auth.browser(`2001:db8:1:2::${host.toString(16)}`);
    for (let asked = 0; asked < 30; asked++) {
      expect((await household(asked).post('/api/login', { email: `p${asked}@example.org` })).status).toBe(303);
    }
    expect((await household(99).post('/api/login', { email: 'q@example.org' })).status).toBe(429);
    expect((await auth.browser('2001:db8:1:3::1').post('/api/login', { email: 'q@example.org' })).status).toBe(303);
    auth.clock.forward(3600);
    expect((await auth.browser().post('/api/login', { email: 'anna@example.org' })).status).toBe(303);
  });

  it('ignores a forged X-Forwarded-For', async () => {
    const spoofing = (asked: number) =>
      auth.browser().post('/api/login', { email: `s${asked}@example.org` }, { 'x-forwarded-for': `198.51.100.${asked}` });
    for (let asked = 0; asked < 30; asked++) await spoofing(asked);
    expect((await spoofing(31)).status).toBe(429);
  });

  it('creates one person for an email in any spelling', async () => {
    for (const email of ['ben@example.org', 'BEN@Example.ORG', ' Ben@example.org']) await auth.signIn(auth.browser(), email);
    expect((await auth.services.db.select().from(users)).map(({ email }) => email)).toEqual(['ben@example.org']);
  });

  it('answers 403 Beta access required until access is granted, and again as soon as it is removed', async () => {
    const browser = auth.browser();
    await auth.signIn(browser, 'ben@example.org');
    const refused = await browser.get('/api/auth/user');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ message: 'Beta access required', code: 'beta_required' });
    await auth.services.db.insert(betaAccess).values({ id: auth.services.newId(), email: 'ben@example.org', grantedAt: auth.clock.now });
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    await auth.services.db.delete(betaAccess);
    expect((await browser.get('/api/auth/user')).status).toBe(403);
  });

  it('reports a mail failure, keeps the address and deletes the attempt', async () => {
    const failing = await createAuthApp(database, {
      mail: { toTerminal: false, sendCode: () => Promise.reject(new Error('smtp says 554 at 10.0.0.7')) },
    });
    const answer = await failing.browser().post('/api/login', { email: 'anna@example.org' });
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain('We couldn’t email the code');
    expect(page).toContain('value="anna@example.org"');
    expect(page).not.toContain('10.0.0.7');
    expect(await auth.services.db.select().from(signInAttempts)).toEqual([]);
  });
});
