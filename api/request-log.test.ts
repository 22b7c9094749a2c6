import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openPglite } from './db/open.ts';
import { createTestApp } from './testing/create-test-app.ts';
import { keepLogLines } from './testing/log-lines.ts';
import { migratedDump } from './testing/migrated-pglite.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openPglite({ loadDataDir: await migratedDump() });
});
afterAll(() => database.close());

/** The id in the answer's header, in its body and in the log. */
async function idsOf(trustProxy: number, sent: string) {
  const { log, lines } = keepLogLines();
  const test = await createTestApp(database, { env: { trustProxy }, log });
  const answer = await test.app.request('/api/dogs', { headers: { 'x-request-id': sent } });
  await test.close();
  const { requestId } = (await answer.json()) as { requestId: string };
  return {
    header: answer.headers.get('x-request-id'),
    body: requestId,
    logged: (JSON.parse(lines.at(-1)!) as { requestId: string }).requestId,
  };
}

describe('the id of a request', () => {
  it.each([randomUUID(), randomUUID().replaceAll('-', '')])('is that of a proxy in answer and log: %s', async (sent) => {
    expect(await idsOf(1, sent)).toEqual({ header: sent, body: sent, logged: sent });
  });

  it.each([
    [0, randomUUID()],
    [1, 'kate@example.org'],
    [1, `${randomUUID()}0`],
    [1, 'abc'],
  ])('is a new one if no proxy is known or it sends something else (TRUST_PROXY=%i, %s)', async (trustProxy, sent) => {
    const { header, body, logged } = await idsOf(trustProxy, sent);
    expect(header).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(header).not.toBe(sent);
    expect([body, logged]).toEqual([header, header]);
  });
});
