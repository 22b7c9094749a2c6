import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS, RATES, TEXT_MAX } from '../contract/limits.ts';
import type { BatchAnswer } from '../contract/sync-protocol.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import type { Database } from '../db/database.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases, describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';

type Operation = { call: string; key?: string; params?: object; payload?: object; dependsOn?: string[] };
type Session = { id: string; title: string; version: number };

const envelope = (operations: readonly Operation[]) => ({
  version: 1,
  operations: operations.map((operation) => ({ key: randomUUID(), params: {}, ...operation })),
});
const send = (person: TestPerson, operations: readonly Operation[]) => person.call<BatchAnswer>('POST', '/api/batch', envelope(operations));
const statuses = ({ body }: { body: BatchAnswer }) => body.answers.map(({ status }) => status);
const create = (title: string, id = randomUUID()): Operation => ({ call: 'videos.create', payload: { id, title } });
const edit = (id: string, payload: object): Operation => ({ call: 'videos.update', params: { id }, payload });
const comment = (videoId: string, content: string): Operation => ({ call: 'comments.create', params: { videoId }, payload: { content } });
const sessionsOf = async (person: TestPerson) => (await person.call<Session[]>('GET', '/api/videos')).body;
const titlesOf = async (person: TestPerson) => (await sessionsOf(person)).map(({ title }) => title).toSorted();

/** Runs `during` instead of each of the next transactions; it may call the real one. */
function replaceTransactions(db: Database, during: (run: () => Promise<unknown>, count: number) => Promise<unknown>): { count: number } {
  const transaction = db.transaction.bind(db);
  const replaced = { count: 0 };
  restore.push(() => {
    db.transaction = transaction;
  });
  db.transaction = ((...work: Parameters<Database['transaction']>) =>
    during(() => transaction(...work), (replaced.count += 1))) as Database['transaction'];
  return replaced;
}
const restore: (() => void)[] = [];
afterEach(() => {
  for (const end of restore.splice(0).reverse()) end();
});

describeOnBothDatabases('the operations of an envelope', (open) => {
  let test: TestApp;
  let db: Database;
  let anna: TestPerson;
  let people = 0;
  beforeAll(async () => {
    test = await createTestApp(await open());
    ({ db } = test.services);
    await db.execute(sql`alter table videos add constraint no_forbidden_title check (title <> 'Forbidden')`);
  });
  beforeEach(async () => {
    anna = await test.signIn(`anna-${(people += 1)}@example.org`, { beta: true });
  });
  afterAll(() => test.close());

  it('share one transaction', async () => {
    const transactions = replaceTransactions(db, (run) => run());
    const titles = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, (_, place) => `Track ${place}`);
    expect(
      statuses(
        await send(
          anna,
          titles.map((title) => create(title)),
        ),
      ),
    ).toEqual(titles.map(() => 201));
    expect(transactions.count).toBe(1);
    expect(await titlesOf(anna)).toEqual(titles.toSorted());
  });

  it('share fewer when they are large, so that none holds its locks for long', async () => {
    const transactions = replaceTransactions(db, (run) => run());
    const description = 'x'.repeat(TEXT_MAX);
    const operations = Array.from({ length: 30 }, (_, place) => ({
      call: 'videos.create',
      payload: { title: `Track ${place}`, description },
    }));
    expect(statuses(await send(anna, operations))).toEqual(operations.map(() => 201));
    expect(transactions.count).toBe(3);
    expect(await titlesOf(anna)).toHaveLength(30);
  });

  it('see what earlier ones wrote, and raise the feeds once', async () => {
    const [session, dog] = [randomUUID(), randomUUID()];
    const ben = await test.signIn(`ben-${people}@example.org`, { beta: true });
    await becomePartners(anna, ben);
    const [device, partner] = [deviceOf(anna), deviceOf(ben)];
    for (const each of [device, partner]) await each.pullAll();
    const answer = await send(anna, [
      { call: 'dogs.create', payload: { id: dog, name: 'Fly', breed: 'Collie', birthdate: '2020-01-01' } },
      { call: 'videos.create', payload: { id: session, title: 'Heelwork', dogId: dog } },
      edit(session, { title: 'Heelwork, left turns' }),
      comment(session, 'Better'),
      { call: 'dogs.delete', params: { id: dog } },
    ]);
    expect(statuses(answer)).toEqual([201, 201, 200, 201, 200]);
    for (const each of [device, partner]) {
      await each.pullAll();
      expect(each.rows('videos')).toMatchObject([{ id: session, title: 'Heelwork, left turns', dogId: null, version: 3 }]);
      expect(each.rows('comments')).toMatchObject([{ videoId: session, content: 'Better' }]);
      expect(each.rows('partnerDogs')).toEqual([]);
    }
    expect(device.rows('dogs')).toMatchObject([{ id: dog, deletedAt: expect.any(String) }]);
    const { body } = await anna.call<{ pages: { feed: string; cursor: { position: number } }[] }>('POST', '/api/sync', {
      version: 1,
      cursors: {},
    });
    const own = body.pages.find(({ feed }) => feed === `own:${anna.userId}`)!;
    expect(answer.body.reached?.[own.feed]).toMatchObject({ position: own.cursor.position });
  });

  it('keep the order of comments even if the clock does not advance', async () => {
    const session = randomUUID();
    const contents = Array.from({ length: 20 }, (_, place) => `${place}`);
    await send(anna, [create('Heelwork', session), ...contents.map((content) => comment(session, content))]);
    const { body } = await anna.call<{ content: string }[]>('GET', `/api/videos/${session}/comments`);
    expect(body.map(({ content }) => content)).toEqual(contents);
  });

  it('are applied one by one when one is refused, which undoes nothing else and applies nothing twice', async () => {
    const [kept, taken] = [randomUUID(), randomUUID()];
    await send(anna, [create('Kept', kept), create('Taken', taken)]);
    const answer = await send(anna, [
      edit(kept, { title: 'Kept, edited' }),
      create('Another', taken),
      edit(randomUUID(), { title: 'Unknown' }),
      create('After'),
    ]);
    expect(statuses(answer)).toEqual([200, 409, 404, 201]);
    expect(answer.body.answers[0]?.body).toMatchObject({ title: 'Kept, edited', version: 2 });
    expect(await titlesOf(anna)).toEqual(['After', 'Kept, edited', 'Taken']);
  });

  it('end at one that fails; earlier ones stay applied', async () => {
    const answer = await send(anna, [create('Before'), create('Forbidden'), create('After')]);
    expect(statuses(answer)).toEqual([201, 500]);
    expect(await titlesOf(anna)).toEqual(['Before']);
  });

  it('are applied one by one after a deadlock', async () => {
    const transactions = replaceTransactions(db, async (run, count) => {
      if (count > 1) return run();
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect(statuses(await send(anna, [create('One'), create('Two')]))).toEqual([201, 201]);
    expect(transactions.count).toBe(3);
    expect(await titlesOf(anna)).toEqual(['One', 'Two']);
  });

  it('get 503 once if the connection ends at the commit, and their answers at the next try', async () => {
    const operations = [
      { key: randomUUID(), call: 'videos.create', payload: { title: ' ' } },
      { key: randomUUID(), ...create('One') },
      { key: randomUUID(), ...create('Two') },
    ];
    const transactions = replaceTransactions(db, async (run) => {
      await run();
      throw new DatabaseUnavailable(new Error('The connection ended'));
    });
    const first = await send(anna, operations);
    expect(statuses(first)).toEqual([400, 503]);
    expect(transactions.count).toBe(1);
    expect(first.headers.get('retry-after')).not.toBeNull();
    for (const end of restore.splice(0)) end();
    const second = await send(anna, operations);
    expect(statuses(second)).toEqual([400, 201, 201]);
    expect(await titlesOf(anna)).toEqual(['One', 'Two']);
  });

  it('end with 503 at the first that finds no database', async () => {
    replaceTransactions(db, () => Promise.reject(new DatabaseUnavailable(new Error('Nothing answers'))));
    const refused = { call: 'videos.create', payload: { title: ' ' } };
    const answer = await send(anna, [refused, create('One'), create('Two')]);
    expect(statuses(answer)).toEqual([400, 503]);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  it('get their first answers when they are repeated, beside new ones', async () => {
    const repeated = { key: randomUUID(), ...create('One') };
    const first = await send(anna, [repeated, create('Two')]);
    await anna.call('PATCH', `/api/videos/${(repeated.payload as { id: string }).id}`, { title: 'One, edited' });
    const again = await send(anna, [create('Three'), repeated]);
    expect(again.body.answers[1]).toEqual(first.body.answers[0]);
    expect(await titlesOf(anna)).toEqual(['One, edited', 'Three', 'Two']);
    const other = await send(anna, [create('Four'), { ...repeated, ...create('Another') }, create('Five')]);
    expect(statuses(other)).toEqual([201, 422, 201]);
  });

  it('count as one if they have the same key', async () => {
    const session = randomUUID();
    const key = randomUUID();
    const one = { key, ...comment(session, 'Once') };
    const transactions = replaceTransactions(db, (run) => run());
    const answer = await send(anna, [create('Heelwork', session), one, one, { key, ...comment(session, 'Other') }]);
    expect(statuses(answer)).toEqual([201, 201, 201, 422]);
    expect(transactions.count).toBe(4);
    expect(answer.body.answers[2]).toEqual(answer.body.answers[1]);
    expect((await anna.call<object[]>('GET', `/api/videos/${session}/comments`)).body).toMatchObject([{ content: 'Once' }]);
  });

  it('count once against a limit, even when one of them is refused', async () => {
    const session = randomUUID();
    const { max } = RATES.comments;
    await send(anna, [create('Heelwork', session)]);
    const comments = (count: number) => Array.from({ length: count }, (_, place) => comment(session, `${place}`));
    const withRefused = await send(anna, [...comments(29), comment(randomUUID(), 'Nowhere')]);
    expect(statuses(withRefused)).toEqual([...Array<number>(29).fill(201), 404]);
    const atLimit = await send(anna, comments(max - 30 + 2));
    expect(statuses(atLimit)).toEqual([...Array<number>(max - 30).fill(201), 429, 429]);
  });
});

describeOnPostgres('concurrent envelopes on two replicas', (open) => {
  let replicas: TestApp[];
  let anna: TestPerson;
  beforeAll(async () => {
    const database = await open();
    replicas = [await createTestApp(database), await createTestApp(database)];
    anna = await replicas[0]!.signIn('anna@example.org', { beta: true });
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

  async function sendTo(replica: TestApp, body: object): Promise<BatchAnswer> {
    const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await replica.app.request('/api/batch', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as BatchAnswer;
  }

  it('apply every edit of the same sessions, in either order', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await send(
      anna,
      ids.map((id) => create('Heelwork', id)),
    );
    const edits = (order: readonly string[], line: string) =>
      envelope(order.map((id) => edit(id, { description: line, base: { description: '' } })));
    const answers = await Promise.all([
      sendTo(replicas[0]!, edits(ids, 'from the phone')),
      sendTo(replicas[1]!, edits(ids.toReversed(), 'from the laptop')),
    ]);
    for (const { answers: each } of answers) expect(new Set(each.map(({ status }) => status))).toEqual(new Set([200]));
    const sessions = await anna.call<{ description: string; version: number }[]>('GET', '/api/videos');
    for (const { description, version } of sessions.body) {
      expect(description.split('\n').toSorted()).toEqual(['from the laptop', 'from the phone']);
      expect(version).toBe(3);
    }
  });

  it('answer ten repeats of one envelope alike, and apply it once', async () => {
    const before = (await sessionsOf(anna)).length;
    const one = envelope(Array.from({ length: 10 }, (_, place) => ({ call: 'videos.create', payload: { title: `Repeat ${place}` } })));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => sendTo(replicas[place % 2]!, one)));
    expect(
      new Set(answers.map(({ answers: each }) => JSON.stringify(each.map(({ status, body }) => [status, (body as Session).id])))).size,
    ).toBe(1);
    expect((await sessionsOf(anna)).length).toBe(before + 10);
  });
});
