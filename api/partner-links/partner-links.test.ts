import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Friendship, LINK_ENDED } from '../contract/entities/friendship.ts';
import { PARTNER_LINK_DAYS, PARTNER_LINKS_MAX, RATES, WAITLIST_KEPT_DAYS } from '../contract/limits.ts';
import type { OwnAccess } from '../contract/online-calls.ts';
import type { NewPartnerLink, OpenedLink, PartnerLink } from '../contract/partner-links.ts';
import { settleAllAbsences } from '../auth/removed-people.ts';
import { betaAccess, signIns } from '../db/tables/auth.ts';
import { partnerLinks } from '../db/tables/people.ts';
import { deleteRowsOf } from '../erasure/delete-rows-of.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases, describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';
import { endLinks } from './end-links.ts';
import { sweepPartnerLinks } from './partner-links.ts';

const DAY_SECONDS = 86_400;
const ENDED = { status: 404, body: { code: 'not_found', message: LINK_ENDED } };

let turn = 0;
const linkOf = async (person: TestPerson) => (await person.call<NewPartnerLink>('POST', '/api/partner-links')).body;
const linksOf = async (person: TestPerson) => (await person.call<PartnerLink[]>('GET', '/api/partner-links')).body;
const open = (person: TestPerson, secret: string) => person.call<OpenedLink>('POST', '/api/partner-links/open', { secret });
const keep = (person: TestPerson, secret: string) => person.call<OpenedLink>('POST', '/api/partner-links/keep', { secret });
const join = (person: TestPerson, secret: string, id?: string) =>
  person.call<Friendship & { code: string; message: string }>('POST', '/api/friendships/join', { secret, ...(id && { id }) });
const friendshipsOf = async (person: TestPerson) => (await person.call<Friendship[]>('GET', '/api/friendships')).body;

describeOnBothDatabases('links to become partners', (openDatabase) => {
  let test: TestApp;
  let admin: TestPerson;
  let [ann, ben, out]: TestPerson[] = [];
  beforeAll(async () => {
    test = await createTestApp(await openDatabase(), { env: { adminEmails: ['admin@example.org'] } });
    admin = await test.signIn('admin@example.org');
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    turn += 1;
    const person = (name: string, beta = true) => test.signIn(`${name}${turn}@example.org`, { beta });
    [ann, ben, out] = [await person('ann'), await person('ben'), await person('out', false)];
    await ann.call('PATCH', '/api/users/profile', { firstName: 'Ann', lastName: 'Berg' });
    await ben.call('PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Ellison' });
  });

  it('make two people with private profiles partners at once, if their owner chose so', async () => {
    const { secrets } = await linkOf(ann!);
    const { status, body } = await open(ben!, secrets.partner);
    // Nothing more of a private profile.
    expect({ status, body }).toEqual({ status: 200, body: { firstName: 'Ann', isDirect: true, isOwn: false } });
    const atAnn = deviceOf(ann!);
    await atAnn.pullAll();
    const id = randomUUID();
    expect(await join(ben!, secrets.partner, id)).toMatchObject({ status: 201, body: { id, status: 'accepted', friendFirstName: 'Ann' } });
    for (const person of [ann!, ben!]) expect(await friendshipsOf(person)).toMatchObject([{ id, status: 'accepted' }]);
    await atAnn.pullAll();
    expect(atAnn.rows('friendships')).toMatchObject([{ id, status: 'accepted', friendFirstName: 'Ben' }]);
  });

  it('send their owner a request otherwise', async () => {
    const { secrets } = await linkOf(ann!);
    expect(await open(ben!, secrets.request)).toMatchObject({ body: { isDirect: false } });
    expect(await join(ben!, secrets.request)).toMatchObject({ status: 201, body: { status: 'pending', userId: ben!.userId } });
    expect(await friendshipsOf(ann!)).toMatchObject([{ status: 'pending', userId: ben!.userId, friendFirstName: 'Ben' }]);
  });

  describe('end', () => {
    it.each(['request', 'partner'] as const)('with their first use, both secrets at once: %s', async (which) => {
      const { secrets } = await linkOf(ann!);
      expect((await join(ben!, secrets[which])).status).toBe(201);
      const eve = await test.signIn(`eve${turn}@example.org`, { beta: true });
      for (const secret of Object.values(secrets)) {
        expect(await join(eve, secret)).toMatchObject(ENDED);
        expect(await open(eve, secret)).toMatchObject(ENDED);
        expect(await keep(out!, secret)).toMatchObject(ENDED);
      }
      expect(await linksOf(ann!)).toEqual([]);
      expect(await friendshipsOf(eve)).toEqual([]);
    });

    it('when they are revoked, by no one but their owner', async () => {
      const { id, secrets } = await linkOf(ann!);
      expect(await ben!.call('DELETE', `/api/partner-links/${id}`)).toMatchObject(ENDED);
      expect(await linksOf(ann!)).toMatchObject([{ id }]);
      expect((await ann!.call('DELETE', `/api/partner-links/${id}`)).status).toBe(200);
      expect(await ann!.call('DELETE', `/api/partner-links/${id}`)).toMatchObject(ENDED);
      expect(await join(ben!, secrets.partner)).toMatchObject(ENDED);
    });

    it(`after ${PARTNER_LINK_DAYS} days, and are deleted then`, async () => {
      const { id, secrets } = await linkOf(ann!);
      test.clock.forward(PARTNER_LINK_DAYS * DAY_SECONDS - 1);
      expect((await open(ben!, secrets.partner)).status).toBe(200);
      test.clock.forward(1);
      expect(await join(ben!, secrets.partner)).toMatchObject(ENDED);
      expect(await linksOf(ann!)).toEqual([]);
      test.clock.forward(1);
      await sweepPartnerLinks(test.services, test.clock.now);
      expect(await test.services.db.$count(partnerLinks, eq(partnerLinks.id, id))).toBe(0);
    });

    it(`when their owner makes more than ${PARTNER_LINKS_MAX}, the oldest first`, async () => {
      const first = await linkOf(ann!);
      test.clock.forward(1);
      const second = await linkOf(ann!);
      for (let more = 2; more <= PARTNER_LINKS_MAX; more += 1) await linkOf(ann!);
      expect(await linksOf(ann!)).toHaveLength(PARTNER_LINKS_MAX);
      expect(await open(ben!, first.secrets.partner)).toMatchObject(ENDED);
      expect((await open(ben!, second.secrets.partner)).status).toBe(200);
    });

    it('when their owner is not there for the other: blocked, to be deleted, or without access', async () => {
      const ofBlocker = (await linkOf(ann!)).secrets.partner;
      const { body } = await ann!.call<{ id: string }>('POST', '/api/blocks', { blockedId: ben!.userId });
      expect(await join(ben!, ofBlocker)).toMatchObject(ENDED);
      expect(await open(ben!, ofBlocker)).toMatchObject(ENDED);
      await ann!.call('DELETE', `/api/blocks/${body.id}`);
      // She has nothing but her link.
      await ann!.call('POST', '/api/account/deletion', { when: 'later', email: ann!.email });
      expect(await open(ben!, ofBlocker)).toMatchObject(ENDED);
      await ann!.call('DELETE', '/api/account/deletion');
      expect((await open(ben!, ofBlocker)).status).toBe(200);
      await admin.call('DELETE', `/api/admin/beta-access/${ann!.email}`);
      expect(await join(ben!, ofBlocker)).toMatchObject(ENDED);
      expect(await keep(out!, ofBlocker)).toMatchObject(ENDED);
      await admin.call('POST', '/api/admin/beta-access', { email: ann!.email });
      expect((await join(ben!, ofBlocker)).status).toBe(201);
    });
  });

  it('cannot be guessed: refuse what is no secret, and answer a wrong one like one that has ended', async () => {
    await linkOf(ann!);
    for (const secret of ['', 'x', `${'a'.repeat(42)}!`, 'a'.repeat(44)])
      expect(await join(ben!, secret)).toMatchObject({ status: 400, body: { fields: { secret: 'This is not a partner link' } } });
    expect(await join(ben!, 'a'.repeat(43))).toMatchObject(ENDED);
    const rows = await test.services.db.select().from(partnerLinks).where(eq(partnerLinks.ownerId, ann!.userId));
    const { secrets } = await linkOf(ben!);
    expect(JSON.stringify(rows)).not.toContain(secrets.partner);
  });

  it('are limited', async () => {
    for (let time = 0; time < RATES.partnerLinks.max; time += 1) await open(ben!, 'a'.repeat(43));
    expect((await open(ben!, 'a'.repeat(43))).status).toBe(429);
  });

  it('do nothing for their owner, or for a partner, and stay as they are', async () => {
    const { secrets } = await linkOf(ann!);
    expect(await open(ann!, secrets.partner)).toMatchObject({ status: 200, body: { isOwn: true } });
    expect(await join(ann!, secrets.partner)).toMatchObject({ status: 400, body: { message: 'This is your own link' } });
    await becomePartners(ann!, ben!);
    expect(await join(ben!, secrets.partner)).toMatchObject({ status: 409, body: { message: 'You are already training partners' } });
    expect(await linksOf(ann!)).toHaveLength(1);
  });

  it('answer a repeat under the same key like the first time', async () => {
    const { secrets } = await linkOf(ann!);
    const key = { 'idempotency-key': randomUUID() };
    const send = () => ben!.call('POST', '/api/friendships/join', { secret: secrets.partner }, key);
    const first = await send();
    expect(first.status).toBe(201);
    expect(await send()).toMatchObject({ status: 201, body: first.body });
  });

  describe('with an earlier request', () => {
    it.each([
      { asked: 'the owner of the link', which: 'request', status: 'accepted' },
      { asked: 'the owner of the link', which: 'partner', status: 'accepted' },
      { asked: 'the other', which: 'request', status: 'pending' },
      { asked: 'the other', which: 'partner', status: 'accepted' },
    ] as const)('of $asked: the secret of a $which leaves one row, $status', async ({ asked, which, status }) => {
      const { secrets } = await linkOf(ann!);
      const [from, to] = asked === 'the other' ? [ben!, ann!] : [ann!, ben!];
      const { body: before } = await from.call<Friendship>('POST', '/api/friendships', { friendId: to.userId });
      const atAnn = deviceOf(ann!);
      await atAnn.pullAll();
      const { body } = await join(ben!, secrets[which]);
      expect(await friendshipsOf(ann!)).toMatchObject([{ id: body.id, status }]);
      expect(body.id).not.toBe(before.id);
      await atAnn.pullAll();
      expect(atAnn.rows('friendships')).toMatchObject([{ id: body.id, status }]);
    });

    it('that the owner of the link has declined: asks again', async () => {
      const { body } = await ben!.call<Friendship>('POST', '/api/friendships', { friendId: ann!.userId });
      await ann!.call('DELETE', `/api/friendships/${body.id}`);
      expect((await ben!.call('POST', '/api/friendships', { friendId: ann!.userId })).status).toBe(409);
      expect((await join(ben!, (await linkOf(ann!)).secrets.request)).status).toBe(201);
    });
  });

  describe('of a person without beta access', () => {
    const access = async () => (await out!.call<OwnAccess>('GET', '/api/auth/access')).body;
    const grant = () => admin.call('POST', '/api/admin/beta-access', { email: out!.email });

    it.each([
      { which: 'request', status: 'pending' },
      { which: 'partner', status: 'accepted' },
    ] as const)('wait until they have it: $which', async ({ which, status }) => {
      const { secrets } = await linkOf(ann!);
      expect(await join(out!, secrets[which])).toMatchObject({ status: 403, body: { code: 'beta_required' } });
      expect((await access()).invitedBy).toEqual([]);
      expect(await keep(out!, secrets[which])).toMatchObject({ status: 200, body: { firstName: 'Ann', isDirect: which === 'partner' } });
      expect((await access()).invitedBy).toEqual(['Ann']);
      expect(await linksOf(ann!)).toMatchObject([{ isKept: true }]);
      expect(await join(ben!, secrets[which])).toMatchObject(ENDED);
      test.clock.forward((PARTNER_LINK_DAYS + 1) * DAY_SECONDS);
      const atAnn = deviceOf(ann!);
      await atAnn.pullAll();
      expect(atAnn.rows('friendships')).toEqual([]);
      await grant();
      expect(await friendshipsOf(out!)).toMatchObject([{ status, friendFirstName: 'Ann' }]);
      await atAnn.pullAll();
      expect(atAnn.rows('friendships')).toMatchObject([{ status }]);
      expect((await access()).invitedBy).toEqual([]);
    });

    it('wait once for each owner, and no longer than the waitlist', async () => {
      const [first, second] = [await linkOf(ann!), await linkOf(ann!)];
      await keep(out!, first.secrets.request);
      await keep(out!, second.secrets.partner);
      test.clock.forward(1);
      await keep(out!, (await linkOf(ben!)).secrets.request);
      expect((await access()).invitedBy).toEqual(['Ann', 'Ben']);
      const afterDays = (days: number) => new Date(test.clock.now.getTime() + days * DAY_SECONDS * 1_000 + 1);
      await sweepPartnerLinks(test.services, afterDays(WAITLIST_KEPT_DAYS - 1));
      expect((await access()).invitedBy).toHaveLength(2);
      await sweepPartnerLinks(test.services, afterDays(WAITLIST_KEPT_DAYS));
      expect((await access()).invitedBy).toEqual([]);
    });

    it('do nothing once their owner has blocked that person', async () => {
      await keep(out!, (await linkOf(ann!)).secrets.partner);
      await ann!.call('POST', '/api/blocks', { blockedId: out!.userId });
      expect((await grant()).status).toBe(201);
      expect(await friendshipsOf(out!)).toEqual([]);
    });

    it('are revoked by their owner', async () => {
      await keep(out!, (await linkOf(ann!)).secrets.partner);
      const [{ id } = { id: '' }] = await linksOf(ann!);
      expect((await ann!.call('DELETE', `/api/partner-links/${id}`)).status).toBe(200);
      expect((await access()).invitedBy).toEqual([]);
      await grant();
      expect(await friendshipsOf(out!)).toEqual([]);
    });

    it('wait on while that person’s account is to be deleted', async () => {
      await keep(out!, (await linkOf(ann!)).secrets.partner);
      await out!.call('POST', '/api/account/deletion', { when: 'later', email: out!.email });
      await grant();
      expect(await friendshipsOf(ann!)).toEqual([]);
      await out!.call('DELETE', '/api/account/deletion');
      expect(await friendshipsOf(ann!)).toMatchObject([{ status: 'accepted' }]);
    });

    it('are not named once their owner is not there for that person', async () => {
      await ann!.call('PATCH', '/api/users/profile', { profileVisibility: 'public' });
      await keep(out!, (await linkOf(ann!)).secrets.partner);
      await admin.call('DELETE', `/api/admin/beta-access/${ann!.email}`);
      expect((await access()).invitedBy).toEqual([]);
      await admin.call('POST', '/api/admin/beta-access', { email: ann!.email });
      expect((await access()).invitedBy).toEqual(['Ann']);
    });

    it('are used also if the access comes in another way', async () => {
      await keep(out!, (await linkOf(ann!)).secrets.partner);
      await test.services.db.insert(betaAccess).values({ id: randomUUID(), email: out!.email, grantedAt: test.clock.now });
      await settleAllAbsences(test.services);
      expect(await friendshipsOf(out!)).toMatchObject([{ status: 'accepted', friendFirstName: 'Ann' }]);
    });

    it('are not for those who have access', async () => {
      expect((await keep(ben!, (await linkOf(ann!)).secrets.partner)).status).toBe(409);
    });
  });

  it('end with a restore, but for those that someone keeps', async () => {
    await keep(out!, (await linkOf(ann!)).secrets.partner);
    await linkOf(ann!);
    await endLinks(test.services.db);
    expect(await linksOf(ann!)).toMatchObject([{ isKept: true }]);
  });

  it('go with the account of either person', async () => {
    const left = async () => (await test.services.db.select().from(partnerLinks)).filter(({ ownerId }) => ownerId === ann!.userId).length;
    await linkOf(ann!);
    await keep(out!, (await linkOf(ann!)).secrets.partner);
    expect(await left()).toBe(2);
    for (const [{ userId }, count] of [
      [out!, 1],
      [ann!, 0],
    ] as const) {
      await test.services.db.delete(signIns).where(eq(signIns.userId, userId));
      await deleteRowsOf({ ...test.services, store: test.services.media.store }, userId);
      expect(await left()).toBe(count);
    }
  });
});

describeOnPostgres('a link to become partners', (openDatabase) => {
  it('is used whether it is kept before, while or after access is granted', async () => {
    const test = await createTestApp(await openDatabase(), { env: { adminEmails: ['admin@example.org'] } });
    const [admin, ann] = [await test.signIn('admin@example.org'), await test.signIn('ann@example.org', { beta: true })];
    for (let time = 0; time < 10; time += 1) {
      const out = await test.signIn(`out${time}@example.org`);
      const { secrets } = await linkOf(ann);
      const [kept] = await Promise.all([keep(out, secrets.partner), admin.call('POST', '/api/admin/beta-access', { email: out.email })]);
      if (kept.status === 409) expect((await join(out, secrets.partner)).status).toBe(201);
      else expect(kept.status).toBe(200);
      expect(await friendshipsOf(out)).toMatchObject([{ status: 'accepted' }]);
    }
    await test.close();
  });

  it('is either used or revoked', async () => {
    const test = await createTestApp(await openDatabase());
    const ann = await test.signIn('ann@example.org', { beta: true });
    for (let time = 0; time < 10; time += 1) {
      const ben = await test.signIn(`ben${time}@example.org`, { beta: true });
      const { id, secrets } = await linkOf(ann);
      const [used, revoked] = await Promise.all([join(ben, secrets.partner), ann.call('DELETE', `/api/partner-links/${id}`)]);
      expect([used.status, revoked.status]).toEqual(used.status === 201 ? [201, 404] : [404, 200]);
      expect(await friendshipsOf(ben)).toHaveLength(used.status === 201 ? 1 : 0);
    }
    await test.close();
  });

  it('makes one partnership, however many use it at once', async () => {
    const test = await createTestApp(await openDatabase());
    const ann = await test.signIn('ann@example.org', { beta: true });
    const others = await Promise.all(['b', 'c', 'd', 'e', 'f'].map((name) => test.signIn(`${name}@example.org`, { beta: true })));
    for (let time = 0; time < 10; time += 1) {
      const { secrets } = await linkOf(ann);
      const answers = await Promise.all(others.map((person) => join(person, secrets.partner)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const winner = others[answers.findIndex(({ status }) => status === 201)]!;
      const [{ id } = { id: '' }] = await friendshipsOf(winner);
      expect((await friendshipsOf(ann)).map((each) => each.id)).toEqual([id]);
      await ann.call('DELETE', `/api/friendships/${id}`);
    }
    await test.close();
  });
});
