import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODY_MAX_BYTES, ENVELOPE_MAX_BYTES } from '../contract/limits.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { type Served, serveTestApp } from '../testing/serve-test-app.ts';

const DOG = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };
const over = (most: number) => 'x'.repeat(most + 1);

/** Requests and the messages that they get. Each is refused with 400 and changes nothing. */
const INVALID: [method: string, path: string, payload: object, message: string][] = [
  // Texts that the product fixes (R137).
  ['POST', '/api/videos', { title: '' }, 'Please enter a title for your training log'],
  ['POST', '/api/videos', { title: ' \n\t ' }, 'Please enter a title for your training log'],
  ['POST', '/api/videos', {}, 'Please enter a title for your training log'],
  ['POST', '/api/videos', { title: 7 }, 'Please enter a title for your training log'],
  ['POST', '/api/videos', { title: null }, 'Please enter a title for your training log'],
  ['PATCH', '/api/videos/{session}', { title: '   ' }, 'Please enter a title for your training log'],
  ['POST', '/api/cues', { name: '' }, 'Please enter a cue name'],
  ['PATCH', '/api/cues/{cue}', { name: ' ' }, 'Please enter a cue name'],
  ['POST', '/api/programs', { name: '' }, 'Please enter a program name'],
  ['PATCH', '/api/programs/{program}', { name: ' ' }, 'Please enter a program name'],
  ['PATCH', '/api/users/profile', { firstName: ' ', lastName: 'Heel' }, 'First name and last name are required'],
  ['PATCH', '/api/users/profile', { firstName: 'Anna', lastName: '' }, 'First name and last name are required'],
  // Lengths.
  ['POST', '/api/videos', { title: over(200) }, 'At most 200 characters'],
  ['POST', '/api/videos', { title: 'x', description: over(10_000) }, 'At most 10,000 characters'],
  ['POST', '/api/dogs', { ...DOG, name: over(100) }, 'At most 100 characters'],
  ['POST', '/api/dogs', { ...DOG, notes: over(10_000) }, 'At most 10,000 characters'],
  ['POST', '/api/dogs', { ...DOG, titles: Array.from({ length: 51 }, (_, n) => `T${n}`) }, 'At most 50 titles'],
  ['POST', '/api/dogs', { ...DOG, titles: [over(100)] }, 'At most 100 characters'],
  ['POST', '/api/cues', { name: 'x', steps: Array.from({ length: 51 }, () => 'sit') }, 'At most 50 steps'],
  ['POST', '/api/cues', { name: 'x', steps: [over(500)] }, 'At most 500 characters'],
  ['POST', '/api/videos/{session}/comments', { content: over(2_000) }, 'At most 2,000 characters'],
  ['PATCH', '/api/users/profile', { bio: over(2_000) }, 'At most 2,000 characters'],
  // Blank and missing.
  ['POST', '/api/dogs', { ...DOG, name: ' ' }, 'Please enter a name'],
  ['POST', '/api/dogs', { ...DOG, breed: '' }, 'Please enter a breed'],
  ['POST', '/api/dogs', { name: 'Fly', breed: 'Collie' }, 'Please enter a date'],
  ['POST', '/api/dogs', { ...DOG, titles: ['BH', ' '] }, 'Must not be blank'],
  ['POST', '/api/videos/{session}/comments', { content: ' \n ' }, 'Please enter a comment'],
  ['POST', '/api/videos/{session}/comments', {}, 'Please enter a comment'],
  // Characters that cannot be stored.
  ['POST', '/api/videos', { title: 'a\u0000b' }, 'This text has a character that cannot be stored'],
  ['POST', '/api/videos', { title: 'a\ud800b' }, 'This text has a character that cannot be stored'],
  ['POST', '/api/videos', { title: 'x', description: '\udc00' }, 'This text has a character that cannot be stored'],
  ['POST', '/api/cues', { name: 'x', steps: ['a\u0000'] }, 'This text has a character that cannot be stored'],
  // Invalid dates, moments and zones.
  ['POST', '/api/dogs', { ...DOG, birthdate: '2021-02-30' }, 'Please enter a date'],
  ['POST', '/api/dogs', { ...DOG, birthdate: '03/04/2021' }, 'Please enter a date'],
  ['POST', '/api/dogs', { ...DOG, birthdate: '0001-01-01' }, 'This date is too early'],
  ['POST', '/api/dogs', { ...DOG, birthdate: 20210403 }, 'Please enter a date'],
  ['POST', '/api/dogs', { ...DOG, birthdate: '2026-11-23' }, 'This date is in the future'],
  ['PATCH', '/api/dogs/{dog}', { birthdate: '9999-12-31' }, 'This date is in the future'],
  ['POST', '/api/videos', { title: 'x', trainedAt: 'yesterday' }, 'Must be a date and time'],
  ['POST', '/api/videos', { title: 'x', trainedAt: '2026-02-30T10:00:00Z' }, 'Must be a date and time'],
  ['POST', '/api/videos', { title: 'x', trainedAt: '0000-01-01T00:00:00Z' }, 'Must be a date and time'],
  ['POST', '/api/videos', { title: 'x', trainedAt: '2026-01-01' }, 'Must be a date and time'],
  ['POST', '/api/videos', { title: 'x', trainedZone: 'Mars/Olympus' }, 'Must be a time zone'],
  // Values that are not on the lists.
  ['POST', '/api/cues', { name: 'x', sport: 'Chess' }, 'Please choose a sport from the list'],
  ['POST', '/api/cues', { name: 'x', difficulty: 'expert' }, 'Please choose a difficulty from the list'],
  ['POST', '/api/cues', { name: 'x', visibility: 'secret' }, 'Please choose a visibility from the list'],
  ['PATCH', '/api/users/profile', { location: 'Wales' }, 'Please choose a county from the list'],
  ['PATCH', '/api/users/profile', { sports: ['Chess'] }, 'Please choose sports from the list'],
  ['PATCH', '/api/users/profile', { sports: ['Agility', 'Agility'] }, 'Each sport once'],
  ['PATCH', '/api/users/profile', { profileVisibility: 'friends' }, 'A profile is public or private'],
  ['PATCH', '/api/friendships/{request}', { status: 'pending' }, 'A request can only be accepted'],
  // Ids and references.
  ['POST', '/api/videos', { id: '7', title: 'x' }, 'Must be a UUID'],
  ['POST', '/api/videos', { title: 'x', dogId: 'Fly' }, 'Must be a UUID'],
  ['POST', '/api/videos', { title: 'x', dogId: randomUUID() }, 'Please choose one of your own dogs'],
  ['POST', '/api/videos', { title: 'x', dogId: '{bens dog}' }, 'Please choose one of your own dogs'],
  ['POST', '/api/programs', { name: 'x', dogId: '{bens dog}' }, 'Please choose one of your own dogs'],
  ['POST', '/api/videos', { title: 'x', videoUrl: 'https://example.org/a.mp4' }, 'Must be the path of an uploaded object'],
  ['POST', '/api/videos', { title: 'x', videoUrl: '/objects/../../etc/passwd' }, 'Must be the path of an uploaded object'],
  ['POST', '/api/videos', { title: 'x', videoUrl: `/objects/${'a'.repeat(43)}` }, 'Please upload the file first'],
  ['POST', '/api/videos', { title: 'x', thumbnailUrl: 'poster.jpg' }, 'Must be the path of an uploaded object'],
  ['POST', '/api/dogs', { ...DOG, image: `/objects/${'a'.repeat(43)}` }, 'Please upload the file first'],
  ['POST', '/api/friendships', { friendId: '{self}' }, 'You cannot invite yourself'],
  ['POST', '/api/programs/{program}/cues', { cueId: '{cue}', orderIndex: -1 }, 'orderIndex must not be negative'],
  ['POST', '/api/programs/{program}/cues', { cueId: '{cue}', orderIndex: 1.5 }, 'orderIndex must be a whole number'],
  ['POST', '/api/programs/{program}/cues', { cueId: '{cue}', orderIndex: '1' }, 'orderIndex must be a whole number'],
  ['POST', '/api/programs/{program}/cues', { cueId: '{bens cue}', orderIndex: 0 }, 'Please choose one of your own cues'],
  ['PUT', '/api/programs/{program}/cues', { cueIds: ['{cue}', '{cue}'] }, 'A program can contain each cue only once'],
];

describeOnBothDatabases('the API', (open) => {
  let test: TestApp;
  let served: Served;
  let anna: TestPerson;
  let ids: Record<string, string>;
  beforeAll(async () => {
    test = await createTestApp(await open());
    served = await serveTestApp(test);
    anna = await test.signIn('anna@example.org', { beta: true });
    const ben = await test.signIn('ben@example.org', { beta: true });
    const made = async (person: TestPerson, path: string, body: object) => (await person.call<{ id: string }>('POST', path, body)).body.id;
    ids = {
      self: anna.userId,
      session: await made(anna, '/api/videos', { title: 'Heelwork' }),
      cue: await made(anna, '/api/cues', { name: 'Here' }),
      program: await made(anna, '/api/programs', { name: 'Spring' }),
      dog: await made(anna, '/api/dogs', DOG),
      'bens dog': await made(ben, '/api/dogs', DOG),
      'bens cue': await made(ben, '/api/cues', { name: 'Here', visibility: 'public' }),
      request: await made(ben, '/api/friendships', { friendId: anna.userId }),
    };
  });
  afterAll(async () => {
    await served.close();
    await test.close();
  });

  const filled = (text: string) => text.replace(/\{([\w ]+)\}/g, (whole, name: string) => ids[name] ?? whole);
  const own = async () => (await anna.call<object>('POST', '/api/sync', { version: 1, cursors: {} })).body;

  it('answers invalid input with 400, the field and its message, and stores nothing', async () => {
    const before = await own();
    for (const [method, path, payload, message] of INVALID) {
      const answer = await served.call(anna, method, filled(path), filled(JSON.stringify(payload)));
      expect([answer.status, answer.body.message, answer.body.code], `${method} ${path} ${message}`).toEqual([400, message, 'invalid']);
      expect(Object.values(answer.body.fields), `${method} ${path}`).toContain(message);
      expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
    }
    expect(await own()).toEqual(before);
  });

  it.each([
    ['broken JSON', '{"title":', 'application/json', 400],
    ['a bare word', 'title', 'application/json', 400],
    ['nothing but a string', '"title"', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['a form', 'title=x', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{"title":"x"}', 'text/plain', 415],
    ['no type', '{"title":"x"}', '', 415],
    ['XML', '<title>x</title>', 'application/xml', 415],
    ['lists a million deep', '['.repeat(500_000), 'application/json', 400],
    ['objects a hundred thousand deep', '{"a":'.repeat(100_000), 'application/json', 400],
    ['valid lists a hundred thousand deep', `{"title":"x","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json', 400],
    ['more than the body limit', `{"title":"${'x'.repeat(BODY_MAX_BYTES)}"}`, 'application/json', 413],
  ])('refuses %s', async (_what, body, type, status) => {
    const answer = await served.call(anna, 'POST', '/api/videos', body, { 'content-type': type });
    expect(answer).toMatchObject({ status, body: { message: expect.any(String), requestId: expect.any(String) } });
  });

  it('accepts tomorrow’s UTC date as a birthdate, because it has begun in the far east', async () => {
    expect((await anna.call('POST', '/api/dogs', { ...DOG, birthdate: '2026-11-22' })).status).toBe(201);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = Buffer.concat([Buffer.from('{"title":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const answer = await fetch(`${served.origin}/api/videos`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
  });

  it('counts chunked bodies as they arrive', async () => {
    const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        `${served.origin}/api/videos`,
        { method: 'POST', headers: { cookie, 'content-type': 'application/json' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
          sending.destroy();
        },
      );
      // The server answers before the body is complete, and may close the connection.
      sending.on('error', (error) => ('code' in error && /EPIPE|ECONNRESET/.test(String(error.code)) ? undefined : reject(error)));
      sending.write('{"title":"');
      for (let sent = 0; sent <= BODY_MAX_BYTES; sent += 65_536) sending.write('x'.repeat(65_536));
      sending.end('"}');
    });
    expect(status).toBe(413);
  });

  it('accepts larger envelopes, up to their own limit', async () => {
    const operations = Array.from({ length: 50 }, () => ({
      key: randomUUID(),
      call: 'videos.share',
      params: { id: randomUUID() },
      payload: { unknown: 'x'.repeat(30_000) },
    }));
    expect((await served.call(anna, 'POST', '/api/batch', { version: 1, operations })).status).toBe(200);
    const tooMuch = { version: 1, operations: [{ ...operations[0], payload: 'x'.repeat(ENVELOPE_MAX_BYTES) }] };
    expect((await served.call(anna, 'POST', '/api/batch', tooMuch)).status).toBe(413);
  });

  it.each([
    ['GET', '/api/videos/7'],
    ['GET', '/api/videos/7/comments'],
    ['PATCH', '/api/dogs/undefined'],
    ['DELETE', '/api/cues/%00'],
    ['GET', '/api/users/%ff'],
    ['POST', "/api/videos/1' or '1'='1/share"],
    ['DELETE', '/api/friendships/..%2f..%2fadmin'],
    ['GET', '/api/nothing'],
    ['GET', '/api//videos'],
    ['GET', '/api/videos%2f'],
    ['PATCH', '/api/videos'],
    ['DELETE', '/api/users/profile'],
  ])('answers 404 to %s %s', async (method, path) => {
    const answer = await served.call(anna, method, path);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Not found' } });
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1001',
    'limit=1.5',
    'limit=all',
    'cursor=%00',
    'cursor=e30',
    `cursor=${'a'.repeat(300)}`,
    'cursor=WyJ4IiwieSJd',
  ])('answers 400 to a list with ?%s', async (query) => {
    for (const path of ['/api/videos', '/api/dogs', '/api/cues/public']) {
      expect((await served.call(anna, 'GET', `${path}?${query}`)).status).toBe(400);
    }
  });

  it.each([
    "'",
    '\\',
    '%',
    '_',
    "' | 'a",
    ':*',
    '!',
    '&',
    '()',
    '<->',
    '\u0000',
    '\ufffd',
    'a'.repeat(100),
    '🐕',
    'ᾳ',
    'ﬁ',
    '١٢',
    '-1',
    'null',
    '{}',
  ])('searches for %j without failing', async (text) => {
    for (const path of [
      '/api/users/search?query=',
      '/api/community/browse?search=',
      '/api/community/browse?sport=',
      '/api/cues/public?search=',
    ]) {
      const answer = await served.call(anna, 'GET', path + encodeURIComponent(text));
      expect([200, 400]).toContain(answer.status);
      if (text.includes('\0')) expect(answer.status).toBe(400);
    }
  });

  it('ignores fields that callers may not set', async () => {
    const protectedFields = {
      ownerId: ids['bens dog'],
      userId: ids['bens dog'],
      createdAt: '2000-01-01T00:00:00.000Z',
      updatedAt: '2000-01-01T00:00:00.000Z',
      deletedAt: '2000-01-01T00:00:00.000Z',
      version: 99,
      trainingDays: 365,
      achievements: 99,
      shared: true,
      mediaType: 'text/html',
      isAdmin: true,
      hasBetaAccess: true,
      email: 'ben@example.org',
    };
    const dog = await served.call(anna, 'POST', '/api/dogs', { ...DOG, ...protectedFields });
    expect(dog.body).toMatchObject({ ownerId: anna.userId, deletedAt: null, version: 1, createdAt: test.clock.now.toISOString() });
    const edited = await served.call(anna, 'PATCH', `/api/dogs/${dog.body.id}`, { ...protectedFields, name: 'Jess' });
    expect(edited.body).toMatchObject({ ownerId: anna.userId, deletedAt: null, version: 2, createdAt: dog.body.createdAt });
    const session = await served.call(anna, 'POST', '/api/videos', { title: 'x', ...protectedFields });
    expect(session.body).toMatchObject({ ownerId: anna.userId, shared: false, mediaType: null, version: 1 });
    await served.call(anna, 'PATCH', '/api/users/profile', { ...protectedFields, bio: 'Collies' });
    const { body: me } = await served.call(anna, 'GET', '/api/auth/user');
    expect(me).toMatchObject({ id: anna.userId, email: 'anna@example.org', isAdmin: false });
    const { body: list } = await anna.call<{ id: string }[]>('GET', '/api/dogs');
    expect(list.find(({ id }) => id === dog.body.id)).toMatchObject({ trainingDays: 0, achievements: 0 });
  });

  it('ignores names that are special in JavaScript', async () => {
    const body = '{"title":"x","__proto__":{"shared":true,"isAdmin":true},"constructor":{"prototype":{"shared":true}},"toString":1}';
    const answer = await served.call(anna, 'POST', '/api/videos', body);
    expect(answer).toMatchObject({ status: 201, body: { shared: false } });
    expect(({} as Record<string, unknown>)['shared']).toBeUndefined();
    const base = '{"title":"y","base":{"__proto__":{"title":"x"},"constructor":1}}';
    expect((await served.call(anna, 'PATCH', `/api/videos/${answer.body.id}`, base)).status).toBe(200);
    const cursors = '{"version":1,"cursors":{"__proto__":{"epoch":1}}}';
    expect([200, 400]).toContain((await served.call(anna, 'POST', '/api/sync', cursors)).status);
  });

  it('reveals no internals when something breaks', async () => {
    const broken = await createTestApp({ db: test.services.db });
    broken.services.now = () => {
      throw new Error('secret path /srv/longline');
    };
    const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await broken.app.request('/api/dogs', { headers: { cookie } });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
      requestId: expect.any(String),
    });
    await broken.close();
  });
});

describe('the refusals in this file', () => {
  it('number more than 60, so that an emptied table fails', () => {
    expect(INVALID.length).toBeGreaterThan(60);
  });
});
