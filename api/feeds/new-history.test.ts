import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cursor, PullAnswer } from '../contract/sync-protocol.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { startNewHistoryAfterRestore } from './new-history.ts';

const MINUTE_MS = 60_000;
const CLOCKS_DIFFER_MS = 5_000;

describeOnBothDatabases('a restore', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
  });
  afterAll(() => test.close());

  async function ownPage(cursor?: Cursor) {
    const feed = `own:${anna.userId}`;
    const { body } = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: cursor ? { [feed]: cursor } : {} });
    return body.pages.find((page) => page.feed === feed);
  }

  const minutesPass = (minutes: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * MINUTE_MS);
  };

  it('makes every device read everything again, and says up to when the backup matches its rows', async () => {
    await anna.call('POST', '/api/dogs', { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' });
    const newest = test.clock.now;
    const first = (await ownPage())!;
    expect(first).not.toHaveProperty('sharedUntil');
    minutesPass(10);
    await startNewHistoryAfterRestore(test.services.db);
    const second = (await ownPage(first.cursor))!;
    const sharedUntil = new Date(newest.getTime() - CLOCKS_DIFFER_MS).toISOString();
    expect(second).toMatchObject({ fromStart: true, sharedUntil });
    expect(second.cursor.epoch).not.toBe(first.cursor.epoch);
    expect(await ownPage(second.cursor)).toBeUndefined();

    // A device that missed two restores may share less with the second backup than that backup's own limit says.
    await test.services.db.execute(sql`update feeds set shared_until = now() - interval '60 days'`);
    const daysBefore = ((await ownPage()) as { sharedUntil: string }).sharedUntil;
    await anna.call('PATCH', '/api/users/profile', { bio: 'Newer than the first restore' });
    await startNewHistoryAfterRestore(test.services.db);
    // The database uses the real clock, so which limit is earlier depends on today's date.
    const secondUntil = new Date(test.clock.now.getTime() - CLOCKS_DIFFER_MS).toISOString();
    const earlier = daysBefore < secondUntil ? daysBefore : secondUntil;
    expect(await ownPage(second.cursor)).toMatchObject({ fromStart: true, sharedUntil: earlier });
  });

  it('gives devices no limit if an earlier, unmarked restore makes it unknown', async () => {
    const ben = await test.signIn('ben@example.org', { beta: true });
    const feed = `own:${ben.userId}`;
    const read = async (cursors: Record<string, Cursor>) =>
      (await ben.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors })).body.pages.find((page) => page.feed === feed)!;
    const first = (await read({})).cursor;
    // The server holds fewer entries than this device has read.
    const silently = await read({ [feed]: { ...first, position: first.position + 5 } });
    expect(silently).toMatchObject({ fromStart: true });
    expect(silently).not.toHaveProperty('sharedUntil');
    await startNewHistoryAfterRestore(test.services.db);
    const marked = await read({ [feed]: first });
    expect(marked).toMatchObject({ fromStart: true });
    expect(marked).not.toHaveProperty('sharedUntil');
  });
});
