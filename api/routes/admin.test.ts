import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { BetaAdminAnswer } from '../contract/online-calls.ts';
import type { OpenDatabase } from '../db/open.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { adminActions, betaAccess, waitlist } from '../db/tables/auth.ts';
import { type AuthApp, createAuthApp, truncateUsers } from '../testing/auth-app.ts';
import type { Browser } from '../testing/cookie-jar.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

describeOnBothDatabases('waitlist and beta access', (open) => {
  let database: OpenDatabase;
  let auth: AuthApp;
  let admin: Browser;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await truncateUsers(database.db);
    auth = await createAuthApp(database, { env: { adminEmails: ['anna@example.org'] } });
    admin = auth.browser();
    await auth.signIn(admin, 'anna@example.org');
  });
  const lists = async () => (await admin.get('/api/admin/beta-access')).json();

  it('lets an address join, and gives the same answer if it is listed already or has access', async () => {
    const visitor = auth.browser();
    const join = async (email: string) => {
      const answer = await visitor.send('/api/waitlist', json('POST', { email }));
      return [answer.status, await answer.json()];
    };
    expect(await join('Ben@Example.org')).toEqual([201, { email: 'ben@example.org' }]);
    expect(await join('ben@example.org')).toEqual([201, { email: 'ben@example.org' }]);
    await admin.send('/api/admin/beta-access', json('POST', { email: 'ben@example.org' }));
    expect(await join('ben@example.org')).toEqual([201, { email: 'ben@example.org' }]);
    expect(await lists()).toEqual({
      waitlist: [],
      betaAccess: [{ id: expect.any(String), email: 'ben@example.org' }],
      waitlistCount: 0,
      betaAccessCount: 1,
    });
  });

  it('refuses calls of a page that another admin left open on this browser', async () => {
    const { id } = (await (await admin.get('/api/auth/user')).json()) as { id: string };
    const asOther = { [USER_HEADER]: randomUUID() };
    const statuses = async (headers: Record<string, string>) => {
      const list = await admin.get('/api/admin/beta-access', headers);
      const grant = await admin.send('/api/admin/beta-access', json('POST', { email: 'ben@example.org' }, headers));
      const remove = await admin.send('/api/admin/beta-access/ben@example.org', { method: 'DELETE', headers });
      return { list: list.status, grant: grant.status, remove: remove.status };
    };
    expect(await statuses(asOther)).toEqual({ list: 401, grant: 401, remove: 401 });
    expect(await database.db.select().from(adminActions)).toEqual([]);
    expect(await statuses({ [USER_HEADER]: id })).toEqual({ list: 200, grant: 201, remove: 200 });
  });

  it('folds only the letters A to Z of an address, in the lists and in their search', async () => {
    const join = async (email: string) => (await auth.browser().send('/api/waitlist', json('POST', { email }))).json();
    expect(await join('Mar\u212A@Example.org')).toEqual({ email: 'mar\u212A@example.org' });
    await admin.send('/api/admin/beta-access', json('POST', { email: 'mark@example.org' }));
    // Access for one address changes nothing for the address that looks like it, in the lists or in the app.
    expect(await lists()).toMatchObject({ waitlist: [{ email: 'mar\u212A@example.org' }], betaAccess: [{ email: 'mark@example.org' }] });
    const found = await (await admin.get(`/api/admin/beta-access?search=${encodeURIComponent('MAR\u212A')}`)).json();
    expect(found).toMatchObject({ waitlist: [{ email: 'mar\u212A@example.org' }], betaAccess: [] });

    const lookAlike = auth.browser();
    await auth.signIn(lookAlike, 'mar\u212A@example.org');
    expect((await lookAlike.get('/api/auth/user')).status).toBe(403);
    const removed = await admin.send(`/api/admin/beta-access/${encodeURIComponent('mar\u212A@example.org')}`, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    expect(await lists()).toMatchObject({ betaAccess: [{ email: 'mark@example.org' }] });
  });

  it('refuses an invalid email in the product’s words', async () => {
    for (const email of ['', '   ', 'ben', null, 7, ['a@b'], { at: '@' }, 'a@b\0', 'a@b\uD800', `${'a'.repeat(260)}@b`]) {
      const refused = await auth.browser().send('/api/waitlist', json('POST', { email }));
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        message: 'Please enter a valid email address',
        fields: { email: 'Please enter a valid email address' },
      });
    }
    expect(await database.db.select().from(waitlist)).toEqual([]);
  });

  it('refuses other bodies and other sites', async () => {
    const status = async (init: RequestInit) => (await auth.browser().send('/api/waitlist', init)).status;
    expect(await status(json('POST', '{'))).toBe(400);
    expect(await status(json('POST', '[]'))).toBe(400);
    expect(await status({ method: 'POST' })).toBe(400);
    expect(await status(json('POST', { email: 'a@b' }, { 'content-type': 'text/plain' }))).toBe(415);
    expect(await status(json('POST', { email: 'a@b', more: 'x'.repeat(1_048_576) }))).toBe(413);
    for (const type of ['text/plain', 'application/json']) {
      const forged = json('POST', { email: 'a@b' }, { 'content-type': type, origin: 'https://evil.example' });
      expect(await status(forged)).toBe(403);
    }
    expect(await database.db.select().from(waitlist)).toEqual([]);
  });

  it('lets 30 people an hour join from one network address', async () => {
    const visitor = auth.browser('198.51.100.5');
    for (let joined = 0; joined < 30; joined++) {
      expect((await visitor.send('/api/waitlist', json('POST', { email: `w${joined}@example.org` }))).status).toBe(201);
    }
    const refused = await visitor.send('/api/waitlist', json('POST', { email: 'w31@example.org' }));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  it('grants access, takes the address off the waitlist and records the admin; a repeat changes nothing', async () => {
    await auth.browser().send('/api/waitlist', json('POST', { email: 'ben@example.org' }));
    const ben = auth.browser();
    await auth.signIn(ben, 'ben@example.org');
    expect((await ben.get('/api/auth/user')).status).toBe(403);

    const grant = async () => {
      const answer = await admin.send('/api/admin/beta-access', json('POST', { email: 'BEN@example.org' }));
      return [answer.status, await answer.json()];
    };
    const first = await grant();
    expect(first).toEqual([201, { id: expect.any(String), email: 'ben@example.org' }]);
    expect(await grant()).toEqual(first);
    expect((await ben.get('/api/auth/user')).status).toBe(200);
    expect(await lists()).toMatchObject({ waitlist: [], betaAccess: [{ email: 'ben@example.org' }] });

    const remove = () => admin.send(`/api/admin/beta-access/${encodeURIComponent('Ben@example.org')}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await ben.get('/api/auth/user')).status).toBe(403);
    const [{ id }] = [await (await admin.get('/api/auth/user')).json()] as [{ id: string }];
    expect((await database.db.select().from(adminActions)).map(({ action, email, adminId }) => [action, email, adminId])).toEqual([
      ['grant', 'ben@example.org', id],
      ['remove', 'ben@example.org', id],
    ]);
  });

  it('records one grant when ten requests arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.send('/api/admin/beta-access', json('POST', { email: 'ben@example.org' }))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await database.db.select().from(adminActions)).toHaveLength(1);
  });

  it('reads unusual addresses from the path unchanged', async () => {
    for (const email of ['a/b@example.org', 'a+b%41@example.org', "o'neil?#@example.org", 'ünï@example.org']) {
      await admin.send('/api/admin/beta-access', json('POST', { email }));
      const answer = await admin.send(`/api/admin/beta-access/${encodeURIComponent(email)}`, { method: 'DELETE' });
      expect(await answer.json()).toEqual({ email });
    }
    expect(await lists()).toMatchObject({ waitlist: [], betaAccess: [] });
    expect((await admin.send('/api/admin/beta-access/nobody', { method: 'DELETE' })).status).toBe(400);
    expect((await admin.send('/api/admin/beta-access/%E0%A4%A', { method: 'DELETE' })).status).toBe(400);
  });

  it('counts full lists, and searches beyond the listed rows', async () => {
    const at = new Date(0);
    const many = Array.from({ length: 1_203 }, (_, place) => ({
      id: randomUUID(),
      email: `w${place}@example.org`,
      createdAt: new Date(place),
    }));
    await database.db.insert(waitlist).values([...many, { id: randomUUID(), email: 'zoë_k@club.example', createdAt: new Date(2_000) }]);
    await database.db.insert(betaAccess).values({ id: randomUUID(), email: 'ben%@example.org', grantedAt: at });
    const read = async (query: string) => {
      const answer = await admin.get(`/api/admin/beta-access${query}`);
      const { waitlist: waiting, betaAccess: testers, ...counts } = (await answer.json()) as BetaAdminAnswer;
      expect(counts).toEqual({ waitlistCount: 1_204, betaAccessCount: 1 });
      return [waiting.map(({ email }) => email), testers.map(({ email }) => email)];
    };
    const [waiting, testers] = await read('');
    expect(waiting).toHaveLength(1_000);
    expect(waiting?.[0]).toBe('w0@example.org');
    expect(testers).toEqual(['ben%@example.org']);
    expect(await read('?search=W1202')).toEqual([['w1202@example.org'], []]);
    expect(await read('?search=%20Zo%C3%AB_k')).toEqual([['zoë_k@club.example'], []]);
    expect(await read('?search=%25')).toEqual([[], ['ben%@example.org']]);
    expect(await read('?search=w120&limit=2')).toEqual([['w120@example.org', 'w1200@example.org'], []]);
    for (const query of ['?limit=0', '?limit=1001', '?search=%00', `?search=${'a'.repeat(101)}`]) {
      expect((await admin.get(`/api/admin/beta-access${query}`)).status).toBe(400);
    }
  });

  it('pages each list with a cursor of its own', async () => {
    const waiting = Array.from({ length: 5 }, (_, place) => ({
      id: randomUUID(),
      email: `w${place}@example.org`,
      createdAt: new Date(place < 3 ? 1 : 2),
    }));
    const testers = Array.from({ length: 4 }, (_, place) => ({ id: randomUUID(), email: `b${place}@example.org`, grantedAt: new Date(0) }));
    await database.db.insert(waitlist).values(waiting);
    await database.db.insert(betaAccess).values(testers);
    const read = async (path: string) => {
      const answer = await admin.get(path);
      const body = (await answer.json()) as BetaAdminAnswer;
      const links = (answer.headers.get('link') ?? '').split(', ');
      const next = (list: string) =>
        /^<([^>]+)>; rel="next"; title="(.+)"$/.exec(links.find((link) => link.endsWith(`"${list}"`)) ?? '')?.[1];
      return { body, next };
    };
    const walk = async (list: 'waitlist' | 'betaAccess') => {
      const seen: string[] = [];
      for (let path: string | undefined = '/api/admin/beta-access?limit=2'; path; ) {
        const { body, next } = await read(path);
        expect(Object.keys(body)).toEqual(['waitlist', 'betaAccess', 'waitlistCount', 'betaAccessCount']);
        seen.push(...body[list].map(({ email }) => email));
        path = next(list);
      }
      return seen;
    };
    expect((await walk('waitlist')).toSorted()).toEqual(waiting.map(({ email }) => email));
    expect(await walk('betaAccess')).toEqual(testers.map(({ email }) => email));

    const first = await read('/api/admin/beta-access?limit=3');
    const second = await read(first.next('waitlist')!);
    expect(second.body.betaAccess).toEqual(first.body.betaAccess);
    const both = await read(second.next('betaAccess')!);
    expect(both.body).toMatchObject({ waitlist: second.body.waitlist, betaAccess: [{ email: 'b3@example.org' }] });
    expect((await read('/api/admin/beta-access')).next('waitlist')).toBeUndefined();
    expect((await admin.get('/api/admin/beta-access?waitlistCursor=x')).status).toBe(400);
  });

  it('is for admins only', async () => {
    const ben = auth.browser();
    const statuses = async () => ({
      read: (await ben.get('/api/admin/beta-access')).status,
      grant: (await ben.send('/api/admin/beta-access', json('POST', { email: 'eve@example.org' }))).status,
      remove: (await ben.send('/api/admin/beta-access/anna@example.org', { method: 'DELETE' })).status,
    });
    expect(await statuses()).toEqual({ read: 401, grant: 401, remove: 401 });
    await auth.signIn(ben, 'ben@example.org');
    expect(await statuses()).toEqual({ read: 403, grant: 403, remove: 403 });
    await admin.send('/api/admin/beta-access', json('POST', { email: 'ben@example.org' }));
    expect(await statuses()).toEqual({ read: 403, grant: 403, remove: 403 });
  });
});
