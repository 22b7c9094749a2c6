import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EMAIL, seedDemoKennel } from '../../db/demo-kennel.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { createTestApp, type TestApp, type TestPerson } from '../create-test-app.ts';

/** The keys of the browser in the example of RFC 8291. */
const BROWSER_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/** Rows that need a provider, a push service, a sweep, a restored backup or another replica. */
const ROWS_OF_OTHERS = [
  `insert into identities (issuer, subject, user_id) select 'https://id.example.org', 'kate', user_id from keep_keys`,
  `insert into push_keys (name, public_key, private_key, created_at) values ('vapid', 'public', 'private', '2026-11-21')`,
  `insert into push_messages (subscription_id, topic, kind, actor_id, made_at, due_at)
    select id, 'comments', 'comment', user_id, '2026-11-21', '2026-11-21' from push_subscriptions`,
  `insert into returned_keep_keys (user_id, key_id, public_key, private_key, created_at)
    select user_id, 'x.y', '{}', '{}', '2026-11-21' from keep_keys`,
  `insert into installation default values on conflict do nothing`,
  `insert into erased_accounts (user_id, begun_at, done_at)
    values ('44444444-4444-4444-8444-444444444444', '2026-11-21', '2026-11-21')`,
  `insert into sweep_walks (name, after) values ('objects', '/objects/a')`,
  `insert into leases (name, holder, expires_at) select 'sweep', user_id, '2026-11-21' from keep_keys`,
];

/**
 * Fills a new database with the demo kennel and with a day of use that leaves rows in the tables that the demo does not
 * touch.
 */
export async function withFilledDatabase<T>(read: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longline-release-'));
  try {
    await seedDemoKennel({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const database = await openDatabase({ databaseUrl: null, dataDir });
    try {
      const app = await createTestApp(database, { env: { dataDir } });
      await spendADay(app).finally(() => app.close());
      for (const statement of ROWS_OF_OTHERS) await database.db.execute(statement);
      return await read(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function spendADay(app: TestApp): Promise<void> {
  const kate = await app.signIn(DEMO_EMAIL);
  await must(kate, 'GET', '/api/auth/keep-key');
  await must(kate, 'POST', '/api/push/subscriptions', {
    endpoint: 'https://push.example.org/kate',
    keys: BROWSER_KEYS,
    kinds: ['comment'],
  });
  await editInTwoPlaces(kate);
  await countReps(kate);
  await deleteSome(kate);
  await must(kate, 'POST', '/api/objects/upload', { size: 1000 });
  await addFoldedNames(app);
  await visit(app, kate);
}

async function editInTwoPlaces(kate: TestPerson): Promise<void> {
  const [session] = await must<{ id: string; title: string }[]>(kate, 'GET', '/api/videos');
  for (const title of ['Edited on the phone', 'Edited on the tablet'])
    await must(kate, 'PATCH', `/api/videos/${session!.id}`, { title, base: { title: session!.title } });
}

async function countReps(kate: TestPerson): Promise<void> {
  const [session] = await must<{ id: string }[]>(kate, 'GET', '/api/videos');
  const set = {
    videoId: session!.id,
    exercise: 'Send-away',
    distanceM: 30,
    reps: ['rep00001 hit at 1', 'rep00002 miss'],
    struck: ['rep00002'],
  };
  await must(kate, 'POST', '/api/sets', set);
}

/** Deletes a session with its comment, a cue, its program, and a dog of other sessions. */
async function deleteSome(kate: TestPerson): Promise<void> {
  const [session, cue, program] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-${digit.repeat(4)}-4000-8000-${digit.repeat(12)}`);
  const [dog] = await must<{ id: string }[]>(kate, 'GET', '/api/dogs');
  await must(kate, 'POST', '/api/videos', {
    id: session,
    title: 'Deleted',
    trainedAt: '2026-11-20T10:00:00.000Z',
    trainedZone: 'Europe/London',
  });
  await must(kate, 'POST', `/api/videos/${session}/comments`, { content: 'Deleted too' });
  await must(kate, 'POST', '/api/cues', {
    id: cue,
    name: 'Deleted',
    sport: 'Tracking',
    difficulty: 'beginner',
    description: '',
    steps: [],
  });
  await must(kate, 'POST', '/api/programs', { id: program, name: 'Deleted', dogId: dog!.id });
  await must(kate, 'POST', `/api/programs/${program}/cues`, { cueId: cue, orderIndex: 0 });
  for (const path of [`videos/${session}`, `programs/${program}`, `cues/${cue}`, `dogs/${dog!.id}`])
    await must(kate, 'DELETE', `/api/${path}`);
}

/** Letters that searches fold differently since 0.3.0. */
async function addFoldedNames(app: TestApp): Promise<void> {
  const soren = await app.signIn('soren@longline.example', { beta: true });
  await must(soren, 'PATCH', '/api/users/profile', {
    firstName: 'Søren',
    lastName: 'Weiß',
    profileVisibility: 'public',
    sports: ['Tracking'],
  });
  const cue = { id: '22222222-2222-4222-8222-222222222222', name: 'Großer Kreis', sport: 'Tracking', difficulty: 'beginner' };
  await must(soren, 'POST', '/api/cues', { ...cue, description: 'Spør på spor', steps: ['Left'], visibility: 'public' });
}

/** Someone whose access is removed, someone on the waitlist, and someone who has not typed the code yet. */
async function visit(app: TestApp, admin: TestPerson): Promise<void> {
  const lena = await app.signIn('lena@longline.example', { beta: true });
  await must(lena, 'PATCH', '/api/users/profile', { firstName: 'Lena', lastName: 'Brandt', profileVisibility: 'public' });
  const cue = { id: '33333333-3333-4333-8333-333333333333', name: 'Slow heel', sport: 'Obedience', difficulty: 'advanced' };
  await must(lena, 'POST', '/api/cues', { ...cue, description: '', steps: [], visibility: 'public' });
  await must(admin, 'POST', '/api/admin/beta-access', { email: 'mia@longline.example' });
  await must(admin, 'DELETE', '/api/admin/beta-access/lena@longline.example');
  await must(lena, 'POST', '/api/waitlist', { email: 'lena@longline.example' });
  await app.browser().post('/api/login', { email: 'mia@longline.example' });
}

async function must<Body = unknown>(person: TestPerson, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await person.call<Body>(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
