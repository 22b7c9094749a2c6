import { expect, it } from 'vitest';
import type { OpenDatabase } from '../db/open.ts';
import { users } from '../db/tables/people.ts';
import { feedEntries, feeds } from '../db/tables/sync.ts';
import { createAuthApp } from '../testing/auth-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

describeOnBothDatabases('the first person on a server', (open) => {
  it('becomes admin with a code from the terminal, and only one of several concurrent sign-ins does', async () => {
    const database = await open();
    const { db } = database;
    const auth = await createAuthApp(database);
    const people = Array.from({ length: 10 }, (_, index) => ({ browser: auth.browser(), email: `p${index % 5}@example.org` }));
    const codes = new Map<string, string>();
    for (const { browser, email } of people) {
      await browser.post('/api/login', { email });
      codes.set(browser.cookies.get('longline-attempt')!, auth.sent.at(-1)!.code);
    }
    const answers = await Promise.all(
      people.map(({ browser }) => browser.post('/api/login/code', { code: codes.get(browser.cookies.get('longline-attempt')!)! })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(people.map(() => 303));
    const all = await db.select().from(users);
    expect(all).toHaveLength(5);
    expect(all.filter(({ isAdmin }) => isAdmin)).toHaveLength(1);

    const kinds = (await db.select().from(feeds)).map(({ name }) => String(name.split(':')[0])).toSorted();
    expect(kinds).toEqual(['inbox', 'own', 'shown'].flatMap((kind) => all.map(() => kind)));
    const entries = (await db.select().from(feedEntries)).map(({ feed, entity }) => `${feed.split(':')[0]} ${entity}`);
    expect(entries.toSorted()).toEqual(['own profile', 'shown people'].flatMap((entry) => all.map(() => entry)));
  });

  it('does not become admin when codes are mailed or ADMIN_EMAILS is set', async () => {
    const database = await open();
    const { db } = database;
    const mailed = await createAuthApp(database, { mail: { toTerminal: false } });
    await mailed.signIn(mailed.browser(), 'first@example.org');
    expect((await db.select().from(users)).map(({ isAdmin }) => isAdmin)).toEqual([false]);
    const printed = await createAuthApp(database);
    await printed.signIn(printed.browser(), 'second@example.org');
    expect((await db.select().from(users)).map(({ isAdmin }) => isAdmin)).toEqual([false, false]);

    const another = await open();
    const named = await createAuthApp(another, { env: { adminEmails: ['anna@example.org'] } });
    await named.signIn(named.browser(), 'first@example.org');
    expect((await another.db.select().from(users)).map(({ isAdmin }) => isAdmin)).toEqual([false]);
  });

  it('cannot get in by guessing: the server compares 25 six-digit codes in 30 days, over all addresses', async () => {
    const { db, auth, compared } = await attackNewServer(await open());
    expect(compared).toBe(25);
    expect(await db.$count(users)).toBe(0);
    auth.clock.forward(30 * 86_400);
    const next = auth.browser();
    await next.post('/api/login', { email: 'operator@example.org' });
    expect(auth.sent.at(-1)!.code).toHaveLength(6);
  });

  it('can still be the operator, with a longer code from the terminal, while someone guesses', async () => {
    const { db, auth, early } = await attackNewServer(await open());
    const refused = await early.browser.post('/api/login/code', { code: early.code });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Please request another code now: it has 16 digits.');
    await early.browser.post('/api/login', { email: 'operator@example.org' });
    const { code } = auth.sent.at(-1)!;
    expect(code).toMatch(/^\d{16}$/);
    expect((await early.browser.post('/api/login/code', { code })).status).toBe(303);
    expect((await db.select().from(users)).map(({ email, isAdmin }) => [email, isAdmin])).toEqual([['operator@example.org', true]]);
    // Once there is an admin, the limit over all addresses ends.
    const second = auth.browser('198.51.100.1');
    await second.post('/api/login', { email: 'second@example.org' });
    expect(auth.sent.at(-1)!.code).toHaveLength(6);
  });

  it.each([
    ['ADMIN_EMAILS is set', { env: { adminEmails: ['anna@example.org'] } }],
    ['codes are mailed', { mail: { toTerminal: false } }],
  ])('is not affected by guesses for other addresses when %s', async (_when, options) => {
    const { auth } = await attackNewServer(await open(), options);
    await auth.browser().post('/api/login', { email: 'new@example.org' });
    expect(auth.sent.at(-1)!.code).toHaveLength(6);
  });
});

/** An attacker types wrong codes for ten addresses from ten networks, while the operator holds a six-digit code. */
async function attackNewServer(database: OpenDatabase, options: Parameters<typeof createAuthApp>[1] = {}) {
  const auth = await createAuthApp(database, options);
  const operator = auth.browser();
  await operator.post('/api/login', { email: 'operator@example.org' });
  const early = { browser: operator, code: auth.sent.at(-1)!.code };
  let compared = 0;
  for (let index = 0; index < 10; index++) {
    const attacker = auth.browser(`2001:db8:1:${index}::1`);
    await attacker.post('/api/login', { email: `p${index}@example.org` });
    const { code } = auth.sent.at(-1)!;
    for (let tries = 0; tries < 5; tries++) {
      const guess = (code.startsWith('0') ? '1' : '0').repeat(code.length);
      const page = await (await attacker.post('/api/login/code', { code: guess })).text();
      if (code.length === 6 && /That code is wrong|That was the last try/.test(page)) compared++;
    }
  }
  return { db: database.db, auth, early, compared };
}
