import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Dog } from '../contract/entities/dog.ts';
import { CALENDAR_DAYS_MAX } from '../contract/limits.ts';
import { settleAllAbsences } from '../auth/removed-people.ts';
import { betaAccess } from '../db/tables/auth.ts';
import { calendarAddresses } from '../db/tables/people.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

const DAY_MS = 86_400_000;

describeOnBothDatabases('the private address of a calendar', (open) => {
  let test: TestApp;
  let ann: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await open(), { env: { adminEmails: ['ann@example.org'] } });
    ann = await test.signIn('ann@example.org', { beta: true });
    ben = await test.signIn('ben@example.org', { beta: true });
  });
  afterAll(() => test.close());

  const dayIn = (days: number) => new Date(test.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const publish = async (person: TestPerson) => new URL((await person.call<{ url: string }>('POST', '/api/calendar')).body.url).pathname;
  /** As a calendar program asks, without a cookie. */
  const fetched = async (path: string) => {
    const answer = await test.app.request(path);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      cache: answer.headers.get('cache-control'),
      text: await answer.text(),
    };
  };
  const summaries = (ics: string) => [...ics.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, words]) => words);

  it('gives a calendar program the plans and trials of its owner, without a sign-in', async () => {
    const dogId = (await ann.call<Dog>('POST', '/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2021-04-03' })).body.id;
    const exercises = [{ id: 'aaaaaaaa', exercise: 'Send-away', distanceM: 30 }];
    await ann.call('POST', '/api/plans', { day: dayIn(0), dogId, exercises });
    await ann.call('POST', '/api/plans', { day: dayIn(-40), note: 'Long past' });
    await ann.call('POST', '/api/trials', { name: 'Spring trial', day: dayIn(21), entryCloses: dayIn(7), place: 'Club field' });
    const deleted = await ann.call<{ id: string }>('POST', '/api/trials', { name: 'Cancelled', day: dayIn(30) });
    await ann.call('DELETE', `/api/trials/${deleted.body.id}`);
    await ben.call('POST', '/api/trials', { name: 'Of Ben', day: dayIn(3) });

    expect((await ann.call('GET', '/api/calendar')).body).toEqual({ madeAt: null });
    const path = await publish(ann);
    expect((await ann.call('GET', '/api/calendar')).body).toEqual({ madeAt: test.clock.now.toISOString() });
    const { text, ...answer } = await fetched(path);
    expect(answer).toEqual({ status: 200, type: 'text/calendar; charset=utf-8', cache: 'private, no-store' });
    expect(summaries(text)).toEqual(['Fly: Send-away', 'Entry closes: Spring trial', 'Spring trial']);
    expect(text).toContain('LOCATION:Club field\r\n');
  });

  it('shows the nearest days on either side, and writes no line that a person typed', async () => {
    const cleo = await test.signIn('cleo@example.org', { beta: true });
    const name = 'Fly\r\nBEGIN:VEVENT\r\nSUMMARY:Injected';
    const dogId = (await cleo.call<Dog>('POST', '/api/dogs', { name, breed: 'Collie', birthdate: '2021-04-03' })).body.id;
    const place = 'Field; north, by the "gate"\nATTACH:x';
    await cleo.call('POST', '/api/trials', { name: 'Trial', day: '9999-12-31', dogId, place });
    await cleo.call('POST', '/api/plans', { day: dayIn(-31), exercises: [{ id: 'aaaaaaaa', exercise: 'Oldest' }] });
    for (let past = 0; past < CALENDAR_DAYS_MAX; past += 1) await cleo.call('POST', '/api/plans', { day: dayIn(-1 - (past % 30)) });
    for (let ahead = 0; ahead <= CALENDAR_DAYS_MAX; ahead += 1)
      await cleo.call('POST', '/api/plans', { day: dayIn(ahead), exercises: [{ id: 'aaaaaaaa', exercise: `Ahead ${ahead}` }] });
    const { text } = await fetched(await publish(cleo));
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2 * CALENDAR_DAYS_MAX + 1);
    expect(lines).toContain('SUMMARY:Ahead 0');
    expect(lines).not.toContain('SUMMARY:Oldest');
    expect(lines).not.toContain(`SUMMARY:Ahead ${CALENDAR_DAYS_MAX}`);
    expect(lines.filter((line) => /^(SUMMARY:Injected|ATTACH)/.test(line))).toEqual([]);
    expect(lines).toContain('DTSTART;VALUE=DATE:99991231');
    expect(lines).toContain('LOCATION:Field\\; north\\, by the "gate"\\nATTACH:x');
  });

  it('answers HEAD as GET, and a calendar without a day is still one', async () => {
    const dora = await test.signIn('dora@example.org', { beta: true });
    const path = await publish(dora);
    expect((await test.app.request(path, { method: 'HEAD' })).status).toBe(200);
    expect((await fetched(path)).text).toMatch(/BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/);
  });

  it('is not made, shown or ended for someone else who has signed in since', async () => {
    const path = await publish(ann);
    const asBen = { 'x-longline-user': ben.userId };
    for (const method of ['GET', 'POST', 'DELETE']) expect((await ann.call(method, '/api/calendar', undefined, asBen)).status).toBe(401);
    expect((await fetched(path)).status).toBe(200);
  });

  it('ends when it is replaced or revoked, and is stored as a hash only', async () => {
    const first = await publish(ann);
    const second = await publish(ann);
    expect([(await fetched(first)).status, (await fetched(second)).status]).toEqual([404, 200]);
    const token = second.slice('/api/calendar/'.length, -'.ics'.length);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const rows = await test.services.db.select().from(calendarAddresses);
    expect(rows.map(({ tokenHash }) => Buffer.from(tokenHash).toString('base64url'))).not.toContain(token);
    expect((await ann.call('DELETE', '/api/calendar')).status).toBe(200);
    expect((await fetched(second)).status).toBe(404);
    expect((await ann.call('GET', '/api/calendar')).body).toEqual({ madeAt: null });
    for (const wrong of ['x.ics', `${'a'.repeat(43)}.ics`, `${token}`, `${token}.ics.ics`, `${token}%00.ics`])
      expect((await fetched(`/api/calendar/${wrong}`)).status, wrong).toBe(404);
  });

  it('dies with removed access, and stays dead when access comes back', async () => {
    const path = await publish(ben);
    expect((await fetched(path)).status).toBe(200);
    await ann.call('DELETE', '/api/admin/beta-access/ben@example.org');
    expect((await fetched(path)).status).toBe(404);
    expect((await ben.call('POST', '/api/calendar')).status).toBe(403);
    await ann.call('POST', '/api/admin/beta-access', { email: 'ben@example.org' });
    expect((await fetched(path)).status).toBe(404);
    expect((await ben.call('GET', '/api/calendar')).body).toEqual({ madeAt: null });
  });

  it('dies when its person is no longer named in ADMIN_EMAILS, and stays dead when named again', async () => {
    const path = await publish(ann);
    await test.services.db.delete(betaAccess).where(eq(betaAccess.email, 'ann@example.org'));
    const { adminEmails } = test.services.env;
    const named = [...adminEmails];
    Object.assign(test.services.env, { adminEmails: [] });
    expect((await fetched(path)).status).toBe(404);
    Object.assign(test.services.env, { adminEmails: named });
    expect((await fetched(path)).status).toBe(404);
  });

  it('stays dead although no calendar program asked while access was gone', async () => {
    const eve = await test.signIn('eve@example.org', { beta: true });
    const path = await publish(eve);
    await ann.call('DELETE', '/api/admin/beta-access/eve@example.org');
    await ann.call('POST', '/api/admin/beta-access', { email: 'eve@example.org' });
    expect((await fetched(path)).status).toBe(404);
  });

  it('stays dead although its person, who has nothing to hide, was named in ADMIN_EMAILS again before it was asked for', async () => {
    const fay = await test.signIn('fay@example.org', { beta: true });
    const path = await publish(fay);
    await test.services.db.delete(betaAccess).where(eq(betaAccess.email, 'fay@example.org'));
    await settleAllAbsences(test.services);
    const named = [...test.services.env.adminEmails];
    Object.assign(test.services.env, { adminEmails: [...named, 'fay@example.org'] });
    expect((await fetched(path)).status).toBe(404);
    Object.assign(test.services.env, { adminEmails: named });
  });
});
