import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '../contract/entities/program.ts';
import { PROGRAM_CUES_MAX } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';
import { programs } from '../db/tables/training.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

describeOnBothDatabases('a full program', (open) => {
  let db: Database;
  let test: TestApp;
  let anna: TestPerson;
  let cueId: string;
  beforeAll(async () => {
    const database = await open();
    ({ db } = database);
    test = await createTestApp(database);
    anna = await test.signIn('anna@example.org', { beta: true });
    cueId = (await anna.call<{ id: string }>('POST', '/api/cues', { name: 'Here' })).body.id;
  });
  afterAll(() => test.close());

  async function programWith(count: number): Promise<string> {
    const { id } = (await anna.call<Program>('POST', '/api/programs', { name: 'Spring' })).body;
    const cues = Array.from({ length: count }, (_, orderIndex) => ({ cueId: randomUUID(), orderIndex }));
    await db.update(programs).set({ cues }).where(eq(programs.id, id));
    return id;
  }

  it('takes no more cues', async () => {
    const id = await programWith(PROGRAM_CUES_MAX);
    const { status, body } = await anna.call('POST', `/api/programs/${id}/cues`, { cueId, orderIndex: 0 });
    expect([status, body]).toEqual([400, expect.objectContaining({ message: `A program holds at most ${PROGRAM_CUES_MAX} cues` })]);
  });

  it('can be renamed, emptied, deleted and restored when it was filled under a higher limit', async () => {
    const id = await programWith(PROGRAM_CUES_MAX + 2);
    expect(await anna.call('PATCH', `/api/programs/${id}`, { name: 'Summer' })).toMatchObject({ status: 200, body: { name: 'Summer' } });
    const [first] = (await db.select().from(programs).where(eq(programs.id, id)))[0]?.cues ?? [];
    expect(await anna.call('DELETE', `/api/programs/${id}/cues/${first?.cueId}`)).toMatchObject({ status: 200 });
    expect(await anna.call('DELETE', `/api/programs/${id}`)).toMatchObject({ status: 200 });
    expect(await anna.call('POST', `/api/programs/${id}/restore`)).toMatchObject({ status: 200 });
  });
});
