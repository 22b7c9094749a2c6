import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AdminReport, LoggedDecision } from '../contract/admin-reports.ts';
import type { Comment } from '../contract/entities/comment.ts';
import type { Cue } from '../contract/entities/cue.ts';
import type { Report } from '../contract/entities/report.ts';
import type { Profile } from '../contract/entities/user.ts';
import { APPEAL_DAYS, DELETED_KEPT_DAYS, EVIDENCE_KEPT_DAYS, RATES, REPORT_KEPT_DAYS, REPORTS_OF_ROW_MAX } from '../contract/limits.ts';
import { REPORT_MESSAGES } from '../contract/report-words.ts';
import { type ReportOutcome, type ReportReason, type ReportSubject, REASON_MISSING } from '../contract/reports.ts';
import { installation } from '../db/tables/installation.ts';
import { objects } from '../db/tables/media.ts';
import { users } from '../db/tables/people.ts';
import { heldObjects, reports } from '../db/tables/reports.ts';
import { comments } from '../db/tables/training.ts';
import { beginErasure } from '../erasure/begin-erasure.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import { sweepAll } from '../sweeping.ts';
import { APP_PAGE_ONLY } from '../testing/app-page.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';
import { png } from '../testing/sample-media.ts';
import { uploadAs } from '../testing/upload-as.ts';

const DAY_SECONDS = 86_400;
const CUE = { name: 'Away', description: 'Straight', steps: ['Mat'], visibility: 'public' };

let turn = 0;

describeOnBothDatabases('reports', (openDatabase) => {
  let app: ListeningApp;
  let admin: TestPerson;
  let owner: TestPerson;
  let partner: TestPerson;
  let stranger: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await openDatabase(), { adminEmails: ['admin@example.org'] }, APP_PAGE_ONLY);
    admin = await app.signIn('admin@example.org');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    turn += 1;
    const person = (name: string) => app.signIn(`${name}${turn}@example.org`, { beta: true });
    [owner, partner, stranger] = [await person('owner'), await person('partner'), await person('stranger')];
    await becomePartners(owner, partner);
    await owner.call('PATCH', '/api/users/profile', {
      firstName: 'Olive',
      lastName: `Owner${turn}`,
      bio: 'Two dogs',
      profileVisibility: 'public',
    });
  });

  const made = async (path: string, body: object, by = owner) => (await by.call<{ id: string }>('POST', path, body)).body.id;
  const session = async ({ isShared = true, ...fields }: { isShared?: boolean; videoUrl?: string } = {}) => {
    const id = await made('/api/videos', { title: 'Long down at the gate', description: 'Ten minutes', ...fields });
    if (isShared) await owner.call('POST', `/api/videos/${id}/share`);
    return id;
  };
  const report = (by: TestPerson, subject: ReportSubject, subjectId: string, reason: ReportReason = 'other') => {
    app.clock.forward(1);
    return by.call<Report & { code: string; message: string }>('POST', '/api/reports', {
      subject,
      subjectId,
      reason,
      note: 'Look at 0:12',
      atSeconds: 12,
    });
  };
  const decide = (id: string, outcome: ReportOutcome, answer = 'We have looked at it', by = admin) => {
    app.clock.forward(1);
    return by.call<AdminReport & { code: string; message: string }>('POST', `/api/admin/reports/${id}/decision`, { outcome, answer });
  };
  const appeal = (by: TestPerson, id: string) =>
    by.call<Report & { message: string }>('POST', `/api/reports/${id}/appeal`, { note: 'It is a game' });
  const queue = async (list: string) => (await admin.call<AdminReport[]>('GET', `/api/admin/reports?list=${list}`)).body;
  const reportsOf = async (person: TestPerson) => (await person.call<Report[]>('GET', '/api/reports')).body;
  const statusOf = async (person: TestPerson | null, path: string) =>
    (await app.fetchAs(person, path, { headers: { accept: 'text/html' } })).status;
  const lettersTo = (person: TestPerson) => app.letters.filter(({ to }) => to === person.email);
  const form = (path: string, fields: Record<string, string>, browser = app.browser()) => browser.post(path, fields);
  /** As after days without a restart or a jump of the clock. */
  const afterDays = async (days: number) => {
    app.clock.forward(days * DAY_SECONDS);
    const steady = { sweptAt: app.clock.now, steadySince: new Date(0), agesUntil: app.clock.now };
    await app.services.db
      .insert(installation)
      .values(steady as never)
      .onConflictDoNothing();
    await app.services.db.update(installation).set(steady);
    for (const person of [admin, owner, partner, stranger]) await app.signIn(person.email);
    admin = await app.signIn('admin@example.org');
    await sweepAll(app.services);
  };

  it('reach the administrators with a copy of the row, and the owner learns nothing', async () => {
    const id = await session({ isShared: false });
    const { status, body } = await report(partner, 'video', id, 'consent');
    const due = new Date(app.clock.now.getTime() + 7 * DAY_SECONDS * 1_000).toISOString();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      role: 'reporter',
      subjectId: id,
      title: 'Long down at the gate',
      note: 'Look at 0:12',
      atSeconds: 12,
      dueAt: due,
      outcome: null,
    });
    expect(body.number).toBeGreaterThan(1_000);
    expect(await reportsOf(partner)).toEqual([body]);
    for (const person of [owner, stranger]) expect(await reportsOf(person)).toEqual([]);
    const device = deviceOf(owner);
    await device.pullAll();
    expect(device.rows('reports')).toEqual([]);
    expect(lettersTo(owner)).toEqual([]);
    expect(lettersTo(admin).at(-1)).toMatchObject({ subject: expect.stringContaining(`Report ${body.number}`) });
    expect(lettersTo(admin).at(-1)?.text).not.toMatch(/gate|0:12/);
    const [waiting] = (await queue('open')).filter((each) => each.id === body.id);
    expect(waiting).toMatchObject({
      reporter: { userId: partner.userId, email: partner.email },
      owner: { userId: owner.userId, name: `Olive Owner${turn}` },
      evidence: {
        texts: [
          { label: 'Title', text: 'Long down at the gate' },
          { label: 'Notes', text: 'Ten minutes' },
        ],
        objects: [],
      },
      others: [],
    });
    await decide(body.id, 'kept');
  });

  it('are due in a day for a child’s safety, in three for threats, in seven for all else', async () => {
    const hours: Partial<Record<ReportReason, number>> = { child: 24, threats: 72, nudity: 168 };
    for (const [reason, after] of Object.entries(hours) as [ReportReason, number][]) {
      const { body } = await report(partner, 'video', await session(), reason);
      expect(Date.parse(body.dueAt) - app.clock.now.getTime(), reason).toBe(after * 3_600_000);
      await decide(body.id, 'kept');
    }
  });

  it('stop the public link at once on cruelty or a child’s safety, until the decision', async () => {
    const picture = (await uploadAs(app, owner, png(40, 30))).body.objectPath;
    const id = await session({ videoUrl: picture });
    const open = async () => [await statusOf(null, `/video/${id}`), await statusOf(null, picture), await statusOf(null, `/report/${id}`)];
    expect(await open()).toEqual([200, 200, 200]);
    const { body } = await report(stranger, 'video', id, 'child');
    expect(await open()).toEqual([404, 404, 404]);
    // Partners and the owner see it as before.
    for (const person of [owner, partner]) expect((await person.call('GET', `/api/videos/${id}`)).status).toBe(200);
    expect(await statusOf(partner, picture)).toBe(200);
    expect(await reportsOf(owner)).toMatchObject([{ id: body.id, role: 'owner', isPaused: true, note: '', outcome: null }]);
    expect(lettersTo(owner).at(-1)?.subject).toContain('paused');
    expect(JSON.stringify([await reportsOf(owner), lettersTo(owner)])).not.toMatch(new RegExp(`${stranger.userId}|${stranger.email}|0:12`));
    await owner.call('DELETE', `/api/videos/${id}/share`);
    expect(await owner.call('POST', `/api/videos/${id}/share`)).toMatchObject({ status: 403, body: { message: REPORT_MESSAGES.paused } });

    await decide(body.id, 'kept');
    expect((await owner.call('POST', `/api/videos/${id}/share`)).status).toBe(200);
    expect(await open()).toEqual([200, 200, 200]);
    expect(await reportsOf(owner)).toMatchObject([{ isPaused: false, outcome: 'kept' }]);
    // The next report does not stop it again.
    const { body: again } = await report(partner, 'video', id, 'cruelty');
    expect(await open()).toEqual([200, 200, 200]);
    await decide(again.id, 'kept');
  });

  it('take a session down for everyone but its owner, and bring it back', async () => {
    const picture = (await uploadAs(app, owner, png(40, 30))).body.objectPath;
    const id = await session({ videoUrl: picture });
    await made(`/api/videos/${id}/comments`, { content: 'Good' }, partner);
    await made('/api/sets', { videoId: id, exercise: 'Down' });
    const device = deviceOf(partner);
    await device.pullAll();
    const { body } = await report(partner, 'video', id);
    const seen = async () => [
      (await partner.call('GET', `/api/videos/${id}`)).status,
      (await partner.call<unknown[]>('GET', '/api/videos/partners')).body.length,
      (await partner.call('GET', `/api/videos/${id}/comments`)).status,
      (await partner.call('GET', `/api/videos/${id}/sets`)).status,
      await statusOf(partner, picture),
      await statusOf(null, picture),
      await statusOf(null, `/video/${id}`),
      (await stranger.call('GET', `/api/videos/${id}/share`)).status,
    ];
    const all = [200, 1, 200, 200, 200, 200, 200, 200];
    expect(await seen()).toEqual(all);
    expect((await decide(body.id, 'taken_down', 'The dog is in pain')).status).toBe(200);
    expect(await seen()).toEqual([404, 0, 404, 404, 404, 404, 404, 404]);
    expect((await partner.call('POST', `/api/videos/${id}/comments`, { content: 'Why?' })).status).toBe(404);
    await device.pullAll();
    for (const entity of ['videos', 'comments', 'sets'] as const) expect(device.rows(entity), entity).toEqual([]);
    expect((await report(stranger, 'video', id)).status).toBe(404);

    expect((await owner.call('GET', `/api/videos/${id}`)).status).toBe(200);
    expect(await statusOf(owner, picture)).toBe(200);
    await owner.call('DELETE', `/api/videos/${id}/share`);
    expect(await owner.call('POST', `/api/videos/${id}/share`)).toMatchObject({
      status: 403,
      body: { message: REPORT_MESSAGES.takenDown },
    });
    expect(await reportsOf(owner)).toMatchObject([{ role: 'owner', outcome: 'taken_down', answer: 'The dog is in pain' }]);
    expect(lettersTo(owner).at(-1)?.text).toContain('The dog is in pain');
    expect(lettersTo(partner).at(-1)?.text).toContain('taken down');
    expect(await statusOf(admin, picture)).toBe(200);
    expect(await statusOf(stranger, picture)).toBe(404);

    expect((await decide(body.id, 'kept', 'We were wrong')).status).toBe(200);
    await owner.call('POST', `/api/videos/${id}/share`);
    expect(await seen()).toEqual(all);
    await device.pullAll();
    for (const entity of ['videos', 'comments', 'sets'] as const) expect(device.rows(entity), entity).toHaveLength(1);
  });

  it('take down comments, cues and profiles, and bring them back', async () => {
    const videoId = await session();
    const comment = await made(`/api/videos/${videoId}/comments`, { content: 'You should not own a dog.' }, partner);
    const cue = await made('/api/cues', CUE);
    const found = async () => [
      (await owner.call<Comment[]>('GET', `/api/videos/${videoId}/comments`)).body.map(({ id }) => id).includes(comment),
      (await stranger.call<Cue[]>('GET', '/api/cues/public')).body.some(({ id }) => id === cue),
      (await stranger.call<unknown[]>('GET', `/api/users/search?query=owner${turn}`)).body.length,
      (await stranger.call<Profile>('GET', `/api/users/${owner.userId}`)).body.firstName,
    ];
    const filed = [
      await report(owner, 'comment', comment, 'threats'),
      await report(stranger, 'cue', cue, 'copyright'),
      await report(stranger, 'profile', owner.userId, 'nudity'),
    ];
    expect(filed.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await found()).toEqual([true, true, 1, 'Olive']);
    for (const { body } of filed) await decide(body.id, 'taken_down');
    expect(await found()).toEqual([false, false, 0, null]);
    expect((await owner.call<Cue[]>('GET', '/api/cues')).body).toMatchObject([{ id: cue, visibility: 'private' }]);
    for (const visibility of ['public', 'friends'])
      expect(await owner.call('PATCH', `/api/cues/${cue}`, { visibility })).toMatchObject({
        status: 403,
        body: { message: REPORT_MESSAGES.takenDown },
      });
    expect(await reportsOf(partner)).toMatchObject([{ role: 'owner', subject: 'comment', outcome: 'taken_down' }]);
    await owner.call('PATCH', '/api/users/profile', { bio: 'Written since' });

    for (const { body } of filed) await decide(body.id, 'kept');
    expect(await found()).toEqual([true, true, 1, 'Olive']);
    expect((await owner.call<Profile>('GET', '/api/auth/user')).body).toMatchObject({ bio: 'Written since', lastName: `Owner${turn}` });
  });

  it('can be appealed once by the one whom the decision is against', async () => {
    const { body } = await report(partner, 'video', await session());
    expect((await appeal(partner, body.id)).body.message).toBe(REPORT_MESSAGES.noAppeal);
    expect((await appeal(owner, body.id)).status).toBe(404);
    await decide(body.id, 'taken_down');
    expect((await appeal(partner, body.id)).body.message).toBe(REPORT_MESSAGES.noAppeal);
    expect((await appeal(stranger, body.id)).status).toBe(404);
    expect((await owner.call('POST', `/api/reports/${body.id}/appeal`, { note: ' ' })).status).toBe(400);
    expect(await appeal(owner, body.id)).toMatchObject({ status: 200, body: { appealNote: 'It is a game' } });
    expect((await appeal(owner, body.id)).body.message).toBe(REPORT_MESSAGES.appealed);
    expect(await queue('appeals')).toMatchObject([{ id: body.id, appealedBy: 'owner', appealNote: 'It is a game' }]);
    expect(JSON.stringify(await reportsOf(partner))).not.toContain('It is a game');
    expect(await decide(body.id, 'kept', 'You are right')).toMatchObject({
      status: 200,
      body: { outcome: 'kept', appealAnswer: 'You are right' },
    });
    expect(await queue('appeals')).toEqual([]);
    // Now the decision is against the reporter.
    expect((await appeal(partner, body.id)).status).toBe(200);
    expect(await decide(body.id, 'kept', 'It stays')).toMatchObject({ status: 200, body: { appealAnswer: 'It stays' } });
    expect((await appeal(partner, body.id)).body.message).toBe(REPORT_MESSAGES.appealed);
    const log = (await admin.call<LoggedDecision[]>('GET', '/api/admin/decisions?limit=4')).body;
    expect(log.map(({ action, number, note }) => [action, number, note])).toEqual([
      ['appeal_rejected', body.number, 'It stays'],
      ['appeal_granted', body.number, 'You are right'],
      ['taken_down', body.number, 'We have looked at it'],
      expect.anything(),
    ]);
  });

  it('are decided together for one row, once, and only by administrators', async () => {
    const id = await session();
    const filed = [(await report(partner, 'video', id)).body, (await report(stranger, 'video', id)).body];
    expect((await queue('open')).filter(({ subjectId }) => subjectId === id)).toMatchObject([
      { id: filed[0]!.id, others: [{ reason: 'other', note: 'Look at 0:12', atSeconds: 12 }] },
    ]);
    for (const person of [owner, partner]) expect((await decide(filed[0]!.id, 'kept', 'No', person)).status).toBe(403);
    expect((await decide(filed[0]!.id, 'answered')).status).toBe(400);
    expect((await decide(filed[0]!.id, 'kept', ' ')).status).toBe(400);
    const [first, second] = await Promise.all([decide(filed[0]!.id, 'taken_down'), decide(filed[1]!.id, 'taken_down')]);
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]));
    expect(await reportsOf(partner)).toMatchObject([{ outcome: 'taken_down' }]);
    expect(await reportsOf(stranger)).toMatchObject([{ outcome: 'taken_down' }]);
    // One line for the owner, not two.
    expect(await reportsOf(owner)).toHaveLength(1);
    expect((await queue('open')).filter(({ subjectId }) => subjectId === id)).toEqual([]);
  });

  it('are refused twice from one person, and without an account when a row has many of its kind', async () => {
    const id = await session();
    await report(partner, 'video', id);
    expect(await report(partner, 'video', id)).toMatchObject({ status: 409, body: { message: REPORT_MESSAGES.twice } });
    const browsers = Array.from({ length: REPORTS_OF_ROW_MAX }, () => app.browser());
    for (const browser of browsers) expect((await form(`/report/${id}`, { reason: 'nudity' }, browser)).status).toBe(200);
    const refused = await form(`/report/${id}`, { reason: 'other' });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(REPORT_MESSAGES.often)]);
    // Neither people with an account nor urgent reports are kept away by that.
    expect((await report(stranger, 'video', id)).status).toBe(201);
    expect((await form(`/report/${id}`, { reason: 'cruelty' })).status).toBe(200);
    const [waiting] = (await queue('open')).filter(({ subjectId }) => subjectId === id);
    expect(waiting?.others).toHaveLength(REPORTS_OF_ROW_MAX + 2);
    await decide(waiting!.id, 'kept');
    // One letter about the row went to the administrators, not twenty.
    expect(lettersTo(admin).filter(({ subject }) => subject.includes(`${waiting!.number}`))).toHaveLength(1);
  });

  it('come without an account too, and the form keeps what was typed', async () => {
    const id = await session();
    const page = await (await app.browser().get(`/report/${id}`)).text();
    expect(page).toContain('Long down at the gate');
    const wrong = await form(`/report/${id}`, { at: 'soon', note: 'The <dog> is hurt', email: 'not an address' });
    expect(wrong.status).toBe(400);
    const text = await wrong.text();
    for (const words of [REASON_MISSING, 'The &lt;dog&gt; is hurt', 'valid email address']) expect(text).toContain(words);
    const sent = await form(`/report/${id}`, { reason: 'cruelty', note: 'The dog is hurt', email: ' Walker@Example.org ' });
    expect(sent.status).toBe(200);
    const number = Number(/Your number is (\d+)/.exec(await sent.text())?.[1]);
    expect(app.letters.findLast(({ to }) => to === 'walker@example.org')?.subject).toContain(`Report ${number}: received`);
    const [waiting] = (await queue('open')).filter((each) => each.number === number);
    expect(waiting).toMatchObject({ reporter: { userId: null, name: null, email: 'walker@example.org' }, isPaused: true });
    await decide(waiting!.id, 'taken_down', 'Thank you');
    expect(app.letters.findLast(({ to }) => to === 'walker@example.org')?.text).toMatch(/taken down[^]*Thank you/);
  });

  it('answer an unknown, a private and a paused session with the same page', async () => {
    const paused = await session();
    await report(partner, 'video', paused, 'child');
    const answers = await Promise.all(
      [await session({ isShared: false }), '0197f3c2-0000-4000-8000-000000000000', paused, 'x'].flatMap((id) => [
        app.browser().get(`/report/${id}`),
        form(`/report/${id}`, { reason: 'other' }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  });

  it('are limited for people, and for an address', async () => {
    const browser = app.browser();
    const ids: string[] = [];
    for (let at = 0; at <= RATES.reportsPerAddress.max; at += 1) ids.push(await session());
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await form(`/report/${id}`, { reason: 'other' }, browser)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(RATES.reportsPerAddress.max);
    expect(statuses.at(-1)).toBe(429);
    const own: number[] = [];
    for (let at = 0; at <= RATES.reports.max; at += 1) own.push((await report(stranger, 'profile', owner.userId)).status);
    expect(own.at(-1)).toBe(429);
  });

  it('come from no other page', async () => {
    const id = await session();
    const answer = await app
      .browser()
      .post(`/report/${id}`, { reason: 'child' }, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect(await statusOf(null, `/video/${id}`)).toBe(200);
  });

  it('take complaints from everyone, and acknowledge them at once', async () => {
    const empty = await form('/complaints', { note: '', email: '' });
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining(REPORT_MESSAGES.about)]);
    const answer = await form('/complaints', { number: '1001', note: 'Which backups hold my film?', email: 'walker@example.org' });
    const number = Number(/Your number is (\d+)/.exec(await answer.text())?.[1]);
    expect(app.letters.findLast(({ to }) => to === 'walker@example.org')).toMatchObject({
      subject: expect.stringContaining(`Complaint ${number}: received`),
    });
    const [waiting] = (await queue('open')).filter((each) => each.number === number);
    expect(waiting).toMatchObject({ subject: 'complaint', title: 'about number 1001', note: 'Which backups hold my film?', owner: null });
    expect(Date.parse(waiting!.dueAt) - Date.parse(waiting!.createdAt)).toBe(30 * DAY_SECONDS * 1_000);
    expect((await decide(waiting!.id, 'kept')).status).toBe(400);
    expect((await decide(waiting!.id, 'answered', 'Those of the last two weeks')).status).toBe(200);
    expect(app.letters.findLast(({ to }) => to === 'walker@example.org')?.text).toContain('Those of the last two weeks');

    const browser = app.browser();
    for (const [name, value] of owner.cookies) browser.cookies.set(name, value);
    expect((await form('/complaints', { note: 'My data' }, browser)).status).toBe(200);
    expect(await reportsOf(owner)).toMatchObject([{ subject: 'complaint', subjectId: null, role: 'reporter', note: 'My data' }]);
    expect(lettersTo(owner).at(-1)?.subject).toContain('received');
    expect(await statusOf(null, '/rules')).toBe(200);
  });

  it('keep evidence under lock, also when its owner deletes it, and let it go after its time', async () => {
    const picture = (await uploadAs(app, owner, png(40, 30))).body.objectPath;
    const id = await session({ videoUrl: picture });
    const comment = await made(`/api/videos/${id}/comments`, { content: 'Shame' }, partner);
    const filed = [(await report(partner, 'video', id)).body, (await report(owner, 'comment', comment)).body];
    for (const each of filed) await decide(each.id, 'taken_down');
    await owner.call('PATCH', `/api/videos/${id}`, { videoUrl: null, title: 'Nothing here' });
    await owner.call('DELETE', `/api/videos/${id}`);
    const { db } = app.services;
    await afterDays(DELETED_KEPT_DAYS + 2);
    expect(await db.$count(comments, eq(comments.id, comment))).toBe(1);
    expect(await db.$count(heldObjects, eq(heldObjects.path, picture))).toBe(1);
    expect(await statusOf(admin, picture)).toBe(200);
    const evidenceOf = async () => (await queue('decided')).find((each) => each.id === filed[0]!.id)?.evidence;
    expect(await evidenceOf()).toMatchObject({
      texts: [{ text: 'Long down at the gate' }, { text: 'Ten minutes' }],
      objects: [{ path: picture }],
    });
    await afterDays(EVIDENCE_KEPT_DAYS);
    expect(await evidenceOf()).toBeNull();
    expect(await statusOf(admin, picture)).toBe(404);
    await afterDays(2);
    expect(await db.$count(comments, eq(comments.id, comment))).toBe(0);
    await afterDays(REPORT_KEPT_DAYS);
    expect(await db.$count(reports, eq(reports.id, filed[0]!.id))).toBe(0);
  });

  it('cannot be appealed after their time', async () => {
    const { body } = await report(partner, 'video', await session());
    await decide(body.id, 'taken_down');
    await afterDays(APPEAL_DAYS + 1);
    owner = await app.signIn(owner.email);
    expect((await appeal(owner, body.id)).body.message).toBe(REPORT_MESSAGES.tooLate);
  });

  it('hold an account that is deleted, hidden, until the evidence goes', async () => {
    const { db } = app.services;
    const { body } = await report(partner, 'video', await session());
    await decide(body.id, 'taken_down');
    const asked = await owner.call<{ receipt: null; deleteAt: string }>('POST', '/api/account/deletion', {
      when: 'now',
      email: owner.email,
    });
    const heldUntil = new Date(app.clock.now.getTime() + EVIDENCE_KEPT_DAYS * DAY_SECONDS * 1_000);
    expect(asked.body).toEqual({ receipt: null, deleteAt: heldUntil.toISOString() });
    expect((await partner.call('GET', `/api/users/${owner.userId}`)).status).toBe(404);
    await beginErasure(app.services, owner.userId, { dueAt: new Date(heldUntil.getTime() - 1) });
    expect(await db.$count(users, eq(users.id, owner.userId))).toBe(1);

    app.clock.forward(EVIDENCE_KEPT_DAYS * DAY_SECONDS + 1);
    await beginErasure(app.services, owner.userId, { dueAt: app.clock.now });
    await eraseAccount({ ...app.services, store: app.services.media.store }, owner.userId);
    expect(await db.$count(users, eq(users.id, owner.userId))).toBe(0);
    admin = await app.signIn('admin@example.org');
    const left = (await queue('decided')).find((each) => each.id === body.id);
    expect(left).toMatchObject({ owner: null, title: '', evidence: null, outcome: 'taken_down' });
    expect(JSON.stringify(left)).not.toMatch(/gate|Ten minutes|Olive/);
    await eraseAccountOf(partner);
    expect(await db.$count(objects, eq(objects.ownerId, partner.userId))).toBe(0);
    expect((await queue('decided')).find((each) => each.id === body.id)).toMatchObject({
      reporter: { userId: null, email: null },
      note: '',
    });
  });

  const eraseAccountOf = async ({ userId }: TestPerson) => {
    await beginErasure(app.services, userId);
    await eraseAccount({ ...app.services, store: app.services.media.store }, userId);
  };

  it('survive a mail server that is away', async () => {
    const send = vi.spyOn(app.services.mail, 'send').mockRejectedValue(new Error('no route to host'));
    const { status, body } = await report(partner, 'video', await session(), 'child');
    expect(status).toBe(201);
    expect((await decide(body.id, 'kept')).status).toBe(200);
    expect(send).toHaveBeenCalled();
    send.mockRestore();
  });
});

describeOnBothDatabases('an answer about an age', (openDatabase) => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp(await openDatabase(), { adminEmails: ['admin@example.org'] });
  });
  afterAll(() => app.close());

  it('is corrected by an administrator, with a note in the log', async () => {
    const admin = await app.signIn('admin@example.org');
    const young = await app.signIn('young@example.org', { beta: true });
    await young.call('PATCH', '/api/users/profile', { firstName: 'Yan', lastName: 'Berg', profileVisibility: 'public' });
    await young.call('POST', '/api/users/profile/age', { isAdult: true });
    const correct = (isAdult: boolean, note: string) => {
      app.clock.forward(1);
      return admin.call('POST', '/api/admin/ages', { email: young.email, isAdult, note });
    };
    expect((await correct(false, ' ')).status).toBe(400);
    expect((await correct(false, 'Their school wrote to us')).status).toBe(200);
    expect((await young.call<Profile>('GET', '/api/auth/user')).body).toMatchObject({ isAdult: false, profileVisibility: 'private' });
    expect((await correct(true, 'They are of age now')).status).toBe(200);
    expect((await young.call<Profile>('GET', '/api/auth/user')).body).toMatchObject({ isAdult: true });
    const log = (await admin.call<LoggedDecision[]>('GET', '/api/admin/decisions')).body;
    expect(log).toMatchObject([
      { action: 'age', person: 'Yan Berg', note: 'They are of age now' },
      { action: 'age', note: 'Their school wrote to us' },
    ]);
    expect((await young.call('POST', '/api/admin/ages', { email: young.email, isAdult: true, note: 'Me' })).status).toBe(403);
  });
});
