import { expect, it } from 'vitest';
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
});
