import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { type Served, serveTestApp } from '../testing/serve-test-app.ts';

type Who = 'tester' | 'outsider' | 'visitor' | 'admin';
type Line = [who: Who, method: string, path: string, payload: object | undefined, status: number, words: string];

/** Quoted literally from the product rules, R137: the messages that the server must give. */
const QUOTED: Line[] = [
  [
    'tester',
    'POST',
    '/api/videos',
    { title: '', description: '', dogId: null, videoUrl: null, thumbnailUrl: '' },
    400,
    'Please enter a title for your training log',
  ],
  ['tester', 'POST', '/api/videos', { title: ' \t\n' }, 400, 'Please enter a title for your training log'],
  [
    'tester',
    'PATCH',
    '/api/videos/{session}',
    { title: '', description: '', dogId: null },
    400,
    'Please enter a title for your training log',
  ],
  [
    'tester',
    'POST',
    '/api/cues',
    { name: '', sport: 'Obedience', difficulty: 'beginner', description: '', steps: [], visibility: 'private' },
    400,
    'Please enter a cue name',
  ],
  ['tester', 'PATCH', '/api/cues/{cue}', { name: '  ' }, 400, 'Please enter a cue name'],
  ['tester', 'POST', '/api/programs', { name: '', dogId: null, goal: null }, 400, 'Please enter a program name'],
  ['tester', 'PATCH', '/api/programs/{program}', { name: ' ', dogId: null, goal: null }, 400, 'Please enter a program name'],
  ['tester', 'PATCH', '/api/users/profile', { firstName: '', lastName: 'Heel' }, 400, 'First name and last name are required'],
  ['tester', 'PATCH', '/api/users/profile', { firstName: 'Anna', lastName: '   ' }, 400, 'First name and last name are required'],
  ['visitor', 'POST', '/api/waitlist', { email: '' }, 400, 'Please enter a valid email address'],
  ['visitor', 'POST', '/api/waitlist', { email: '   ' }, 400, 'Please enter a valid email address'],
  ['visitor', 'POST', '/api/waitlist', { email: 'anna.example.org' }, 400, 'Please enter a valid email address'],
  ['visitor', 'POST', '/api/waitlist', { email: 7 }, 400, 'Please enter a valid email address'],
  ['visitor', 'POST', '/api/waitlist', {}, 400, 'Please enter a valid email address'],
  ['admin', 'POST', '/api/admin/beta-access', { email: 'anna' }, 400, 'Please enter a valid email address'],
  ['outsider', 'GET', '/api/auth/user', undefined, 403, 'Beta access required'],
  ['outsider', 'GET', '/api/videos', undefined, 403, 'Beta access required'],
  ['outsider', 'POST', '/api/dogs', { name: 'Fly' }, 403, 'Beta access required'],
  ['outsider', 'GET', '/api/admin/beta-access', undefined, 403, 'Beta access required'],
];

describeOnBothDatabases('messages dictated by the product rules', (open) => {
  let test: TestApp;
  let served: Served;
  let people: Record<Who, TestPerson | null>;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    test = await createTestApp(await open(), { env: { adminEmails: ['admin@example.org'] } });
    served = await serveTestApp(test);
    const tester = await test.signIn('tester@example.org', { beta: true });
    people = { tester, outsider: await test.signIn('outsider@example.org'), visitor: null, admin: await test.signIn('admin@example.org') };
    for (const [name, path, body] of [
      ['session', '/api/videos', { title: 'Heelwork' }],
      ['cue', '/api/cues', { name: 'Here' }],
      ['program', '/api/programs', { name: 'Spring' }],
    ] as const) {
      ids[name] = (await tester.call<{ id: string }>('POST', path, body)).body.id;
    }
  });
  afterAll(async () => {
    await served.close();
    await test.close();
  });

  it.each(QUOTED)('%s: %s %s %o gets %i «%s»', async (who, method, path, payload, status, words) => {
    const answer = await served.call(
      people[who],
      method,
      path.replace(/\{(\w+)\}/, (_whole, name: string) => ids[name]!),
      payload,
    );
    expect([answer.status, answer.body.message]).toEqual([status, words]);
  });

  it('appear beside the field on the sign-in page too', async () => {
    const page = await test.browser().post('/api/login', { email: 'anna' });
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('>Please enter a valid email address<')]);
  });
});
