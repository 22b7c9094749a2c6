import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rowsOf } from '../db/rows-of.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { forgetAnswers } from './forget-answers.ts';

const DAY_SECONDS = 86_400;

describeOnPostgres('sweeps of two replicas at the same time', (open) => {
  it('keep the ids of the rows whose answers they forget', async () => {
    const test = await createTestApp(await open());
    const { db } = test.services;
    const anna = await test.signIn('anna@example.org', { beta: true });
    const key = randomUUID();
    const create = () => anna.call<{ id: string }>('POST', '/api/videos', { title: 'Heelwork' }, { 'idempotency-key': key });
    const first = await create();
    test.clock.forward(DAY_SECONDS + 1);

    let second = Promise.resolve(false);
    await db.transaction(async (tx) => {
      await forgetAnswers({ ...test.services, db: tx });
      second = forgetAnswers(test.services);
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await rowsOf(db, waiting)).length).toBe(1);
    });
    expect(await second).toBe(true);
    expect(await create()).toMatchObject({ status: 201, body: first.body });
    await test.close();
  });
});
