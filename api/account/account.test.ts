import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAgeGate } from '../age-gate.ts';
import { showGranted } from '../auth/removed-people.ts';
import type { DeletionAnswer, DeletionState } from '../contract/account-deletion.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { adminActions } from '../db/tables/auth.ts';
import { installation } from '../db/tables/installation.ts';
import { users } from '../db/tables/people.ts';
import { beginErasure } from '../erasure/begin-erasure.ts';
import { finishAndList } from '../erasure/erasures.ts';
import { postponeDeletions } from '../erasure/postpone-deletions.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { keepAccount, scheduleDeletion } from './schedule-deletion.ts';

const NOTHING = { sessions: 0, dogs: 0, cues: 0, programs: 0, plans: 0, trials: 0, comments: 0, files: 0, fileBytes: 0 };
const WEEK_SECONDS = 7 * 86_400;

describeOnBothDatabases('deleting one’s own account', (open) => {
  let test: TestApp;
  let people = 0;
  let [ann, ben]: TestPerson[] = [];
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    people += 1;
    [ann, ben] = [
      await test.signIn(`ann${people}@example.org`, { beta: true }),
      await test.signIn(`ben${people}@example.org`, { beta: true }),
    ];
    await becomePartners(ann, ben);
  });

  const state = async (person: TestPerson) => (await person.call<DeletionState>('GET', '/api/account/deletion')).body;
  const ask = (person: TestPerson, when: 'now' | 'later', email = person.email) =>
    person.call<DeletionAnswer & { code?: string; fields?: object }>('POST', '/api/account/deletion', { when, email });
  const partnersOf = async (person: TestPerson) => (await person.call<unknown[]>('GET', '/api/friendships')).body.length;
  const finish = () => finishAndList({ ...test.services, store: test.services.media.store });
  const setClock = async (at: Date) => {
    const clock = { sweptAt: at, steadySince: new Date(0), agesUntil: at };
    await test.services.db.insert(installation).values(clock).onConflictDoUpdate({ target: installation.single, set: clock });
  };
  /** The clock has been steady since the server began, so that ages count. */
  const finishSteadily = async () => {
    await setClock(test.clock.now);
    await finish();
  };
  const isThere = async ({ userId }: TestPerson) => (await test.services.db.$count(users, eq(users.id, userId))) === 1;

  it('says what goes, without what is deleted already', async () => {
    expect(await state(ann!)).toEqual({ goes: NOTHING, deleteAt: null, heldUntil: null, backupDays: null, isOnlyAdmin: false });
    const { body: session } = await ann!.call<{ id: string }>('POST', '/api/videos', { title: 'Track' });
    const { body: gone } = await ann!.call<{ id: string }>('POST', '/api/videos', { title: 'Gone' });
    await ann!.call('DELETE', `/api/videos/${gone.id}`);
    await ann!.call('POST', `/api/videos/${session.id}/comments`, { content: 'Windy' });
    await ann!.call('POST', '/api/cues', { name: 'Down' });
    expect((await state(ann!)).goes).toEqual({ ...NOTHING, sessions: 1, comments: 1, cues: 1 });
  });

  it('needs the address of the account', async () => {
    const refused = await ask(ann!, 'now', ben!.email);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { email: 'This is not the email address of this account' } },
    });
    expect(await state(ann!)).toMatchObject({ deleteAt: null });
    expect((await ask(ann!, 'later', ` ${ann!.email.toUpperCase()} `)).status).toBe(200);
  });

  it('hides an account at once that goes in a week, and its person may keep it until then', async () => {
    expect(await partnersOf(ben!)).toBe(1);
    const { body } = await ask(ann!, 'later');
    const deleteAt = new Date(test.clock.now.getTime() + WEEK_SECONDS * 1_000).toISOString();
    expect(body).toEqual({ receipt: null, deleteAt });
    expect(await partnersOf(ben!)).toBe(0);
    expect((await ann!.call('POST', '/api/videos', { title: 'Track' })).status).toBe(403);
    expect(await state(ann!)).toMatchObject({ deleteAt });
    expect((await ann!.call('GET', '/api/videos')).status).toBe(200);
    test.clock.forward(WEEK_SECONDS - 1);
    expect((await ask(ann!, 'later')).body).toEqual({ receipt: null, deleteAt });
    await finishSteadily();
    expect((await ann!.call('DELETE', '/api/account/deletion')).status).toBe(200);
    expect(await state(ann!)).toMatchObject({ deleteAt: null });
    expect((await ann!.call('GET', '/api/videos')).status).toBe(200);
    expect(await partnersOf(ben!)).toBe(1);
    test.clock.forward(2);
    await finishSteadily();
    expect(await partnersOf(ben!)).toBe(1);
  });

  it('does not let in a person who had no access, who keeps their account', async () => {
    const outsider = await test.signIn(`out${people}@example.org`);
    for (const step of ['later', 'keep']) {
      await (step === 'later' ? ask(outsider, 'later') : outsider.call('DELETE', '/api/account/deletion'));
      expect((await outsider.call('GET', '/api/videos')).status).toBe(403);
    }
  });

  it('warns the only admin, also in the week', async () => {
    const { db } = test.services;
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, ann!.userId));
    expect(await state(ann!)).toMatchObject({ isOnlyAdmin: true });
    await ask(ann!, 'later');
    expect(await state(ann!)).toMatchObject({ isOnlyAdmin: true });
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, ben!.userId));
    expect(await state(ann!)).toMatchObject({ isOnlyAdmin: false });
    await db.update(users).set({ isAdmin: false });
  });

  it('waits until the clock has been steady, and begins the time again after a restore', async () => {
    const { db } = test.services;
    await ask(ann!, 'later');
    test.clock.forward(100 * 86_400);
    await setClock(new Date(0));
    await finish();
    expect(await isThere(ann!)).toBe(true);
    await postponeDeletions(db, new Date(test.clock.now.getTime() + 30 * 86_400_000));
    await finishSteadily();
    expect(await isThere(ann!)).toBe(true);
    test.clock.forward(30 * 86_400 + 1);
    await finishSteadily();
    expect(await isThere(ann!)).toBe(false);
  });

  it('begins the week again when the clock jumped or the server was off', async () => {
    await ask(ann!, 'later');
    await setClock(test.clock.now);
    test.clock.forward(8 * 86_400);
    await readAgeGate(test.services);
    expect(await state(ann!)).toMatchObject({ deleteAt: new Date(test.clock.now.getTime() + WEEK_SECONDS * 1_000).toISOString() });
  });

  it('cannot be kept or scheduled once it is deleted', async () => {
    await beginErasure(test.services, ann!.userId);
    for (const change of [keepAccount, scheduleDeletion])
      await expect(change(test.services, ann!.userId)).rejects.toMatchObject({ code: 'account_deleted' });
  });

  it('leaves what an admin did, without their name', async () => {
    const { db } = test.services;
    const email = `granted${people}@example.org`;
    await db.insert(adminActions).values({ id: randomUUID(), adminId: ann!.userId, action: 'grant', email, at: test.clock.now });
    await ask(ann!, 'now');
    expect(await db.select({ adminId: adminActions.adminId }).from(adminActions).where(eq(adminActions.email, email))).toEqual([
      { adminId: null },
    ]);
  });

  it('stays hidden when an admin grants access meanwhile', async () => {
    await ask(ann!, 'later');
    await test.services.db.transaction((tx) => showGranted(tx, ann!.email));
    expect(await partnersOf(ben!)).toBe(0);
  });

  it('is erased when the week is over', async () => {
    await ask(ann!, 'later');
    test.clock.forward(WEEK_SECONDS + 1);
    await finishSteadily();
    expect(await isThere(ann!)).toBe(false);
    expect((await ann!.call('GET', '/api/account/deletion')).status).toBe(410);
  });

  it('is gone at once for those who choose so, and tells each browser that was signed in', async () => {
    const tablet = await test.signIn(ann!.email);
    const { body, status } = await ask(ann!, 'now');
    expect([status, body.deleteAt]).toEqual([200, null]);
    expect(body.receipt).toEqual({ at: test.clock.now.toISOString(), goes: NOTHING, backupDays: null });
    for (const device of [ann!, tablet])
      expect(await device.call('POST', '/api/sync', { version: 1, cursors: {} })).toMatchObject({
        status: 410,
        body: { code: 'account_deleted' },
      });
    expect(await partnersOf(ben!)).toBe(0);
    await finish();
    expect(await isThere(ann!)).toBe(false);
    const again = await test.signIn(ann!.email, { beta: true });
    expect(again.userId).not.toBe(ann!.userId);
    expect((await again.call('GET', '/api/videos')).status).toBe(200);
  });

  it('says nothing of that to another person whose data is on the same browser', async () => {
    await ask(ann!, 'now');
    const asBen = { [USER_HEADER]: ben!.userId };
    expect((await ann!.call('GET', '/api/videos', undefined, asBen)).status).toBe(401);
    expect((await ann!.call('GET', '/api/videos', undefined, { [USER_HEADER]: ann!.userId })).status).toBe(410);
  });

  it('tells a browser that had been signed out too, and offers nothing of it to the next account', async () => {
    const tablet = await test.signIn(ann!.email);
    await tablet.call('DELETE', '/api/auth/sign-ins');
    await ask(tablet, 'now');
    expect((await ann!.call('GET', '/api/videos')).status).toBe(410);
    await finish();
    const again = await test.signIn(ann!.email, { beta: true });
    const earlier = await again.call('POST', '/api/auth/earlier-account', { userId: ann!.userId, email: ann!.email });
    expect(earlier.body).toEqual({ isYours: false });
  });
});
