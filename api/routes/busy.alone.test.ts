import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENVELOPE_MAX_BYTES, ENVELOPE_MAX_OPERATIONS, STEP_MAX, STEPS_MAX, TEXT_MAX, TITLES_MAX } from '../contract/limits.ts';
import type { BatchAnswer } from '../contract/sync-protocol.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { letters, lines } from '../testing/expensive-notes.ts';
import { longestTurn } from '../testing/longest-turn.ts';

/** Limit for one turn of the event loop; the median of five, because garbage collection may affect one of them. */
const MOST_MS = 50;
const TRIES = 5;

const list = (count: number, by: string, length = 20) => Array.from({ length: count }, (_, at) => `${by} ${at}`.padEnd(length, '.'));

type Texts = string | readonly string[];

/** Values of a field: in the row, as the author saw them, and as the author sends them. */
const MOST_EXPENSIVE: [what: string, collection: string, field: string, theirs: Texts, seen: Texts, mine: Texts][] = [
  ['notes that repeat one line', 'videos', 'description', lines(990), lines(988), lines(989)],
  [
    'notes of line breaks only',
    'videos',
    'description',
    '\n'.repeat(TEXT_MAX),
    '\n'.repeat(TEXT_MAX - 49),
    `a${'\n'.repeat(TEXT_MAX - 1)}`,
  ],
  ['notes of two lines in any order', 'videos', 'description', letters(4_900, 1), letters(4_900, 2), letters(4_900, 3)],
  ['notes whose author saw far longer ones', 'videos', 'description', lines(4_000, 'a'), '\n'.repeat(500_000), lines(4_000, 'b')],
  [
    'as many steps as allowed',
    'cues',
    'steps',
    list(STEPS_MAX, 'theirs', STEP_MAX),
    list(STEPS_MAX, 'seen', STEP_MAX),
    list(STEPS_MAX, 'mine', STEP_MAX),
  ],
  ['steps whose author saw far more', 'cues', 'steps', list(STEPS_MAX, 'theirs'), list(45_000, 'seen', 1), list(STEPS_MAX, 'mine')],
  ['titles whose author saw far more', 'dogs', 'titles', list(TITLES_MAX, 'theirs'), list(45_000, 'seen', 1), list(TITLES_MAX, 'mine')],
];

const CREATE: Record<string, object> = {
  videos: { title: 'Heel' },
  cues: { name: 'Heel' },
  dogs: { name: 'Fly', breed: 'Border Collie', birthdate: '2020-01-01' },
};

describeOnBothDatabases('a change that is expensive to merge', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
    // Warm up: compiling the code must not count.
    for (const [, collection, field, theirs, seen, mine] of MOST_EXPENSIVE) await settle(collection, field, { theirs, seen, mine });
  });
  afterAll(() => test.close());

  const create = async (collection: string, fields: object) =>
    (await anna.call<{ id: string }>('POST', `/api/${collection}`, { ...CREATE[collection], ...fields })).body.id;

  async function settle(collection: string, field: string, { theirs, seen, mine }: { theirs: Texts; seen: Texts; mine: Texts }) {
    const id = await create(collection, { [field]: theirs });
    return longestTurn(async () => {
      const { status } = await anna.call('PATCH', `/api/${collection}/${id}`, { [field]: mine, base: { [field]: seen } });
      expect(status).toBe(200);
    });
  }

  it.each(MOST_EXPENSIVE)('yields to the event loop in time: %s', async (_what, collection, field, theirs, seen, mine) => {
    const costs: number[] = [];
    for (let count = 0; count < TRIES; count += 1) costs.push((await settle(collection, field, { theirs, seen, mine })).longestMs);
    expect(costs.toSorted((a, b) => a - b)[2]).toBeLessThan(MOST_MS);
  });

  it('lets other requests run between the changes of an envelope', async () => {
    const id = await create('videos', { description: lines(990) });
    const operations = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, () => ({
      key: test.services.newId(),
      call: 'videos.update',
      params: { id },
      payload: { description: lines(989), base: { description: lines(988) } },
    }));
    const { turns } = await longestTurn(async () => {
      const { body } = await anna.call<BatchAnswer>('POST', '/api/batch', { version: 1, operations }, { 'x-longline-user': anna.userId });
      expect(body.answers.map(({ status }) => status)).toEqual(operations.map(() => 200));
    });
    expect(turns).toBeGreaterThanOrEqual(ENVELOPE_MAX_OPERATIONS);
  });

  it('lets other requests run while it reads the largest envelope', async () => {
    // A refused change: the test measures reading, not writing.
    const text = '"quoted" äöü '.repeat(5_600);
    const operations = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, () => ({
      key: test.services.newId(),
      call: 'no.such',
      params: {},
      payload: { description: text },
    }));
    const body = new TextEncoder().encode(JSON.stringify({ version: 1, operations }));
    expect(body.length / ENVELOPE_MAX_BYTES).toBeGreaterThan(0.9);
    const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json', 'x-longline-user': anna.userId, origin: test.services.env.publicUrl };
    const send = async () => {
      const answer = await test.app.request('/api/batch', { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Not found');
    };
    const costs: number[] = [];
    for (let count = 0; count < TRIES; count += 1) costs.push((await longestTurn(send)).longestMs);
    expect(costs.toSorted((a, b) => a - b)[2]).toBeLessThan(MOST_MS);
  });

  it('accepts no more elements than the largest envelope needs', async () => {
    const id = await create('dogs', {});
    const { status } = await anna.call('PATCH', `/api/dogs/${id}`, {
      notes: 'x',
      base: { notes: Array.from({ length: 100_000 }, () => []) },
    });
    expect(status).toBe(413);
  });
});
