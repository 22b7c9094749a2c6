import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getSession } from '../queries/sessions.ts';
import { answerWith, createTestWorld, lost, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import { discard, retry } from './queue-actions.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

let people = 0;
/** A phone with one synced session. */
async function withSession(): Promise<{ phone: TestDevice; id: string }> {
  const phone = await world.device(await world.person(`handler${(people += 1)}@example.org`));
  const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
  await phone.sync();
  return { phone, id };
}

/** A server that refuses every change. */
const refusing: TestDevice['connection']['carry'] = async ({ path, body }, pass) => {
  if (path !== '/api/batch') return pass();
  const { operations } = JSON.parse(body) as { operations: { key: string }[] };
  const refusal = { status: 403, body: { message: 'Not allowed', code: 'forbidden', requestId: 'test' } };
  return answerWith(200, { answers: operations.map(({ key }) => ({ key, ...refusal })) });
};

describe('a refused change', () => {
  it('is retried under a new key, because a late answer may still come to the former one', async () => {
    const { phone, id } = await withSession();
    phone.connection.carry = refusing;
    const { key } = await phone.mutate('videos.update', { payload: { title: 'Heelwork' }, params: { id } });
    await phone.sync();
    expect(await phone.store.outbox.toArray()).toMatchObject([{ key, state: 'refused' }]);
    await retry(phone.store, phone.ports, key ?? '');
    const [again] = await phone.store.outbox.toArray();
    expect(again).toMatchObject({ state: 'queued', firstSentAt: null, lastError: null });
    expect(again?.key).not.toBe(key);
  });

  it('shows its session again if it was a deletion', async () => {
    const { phone, id } = await withSession();
    phone.connection.carry = refusing;
    await phone.mutate('videos.delete', { params: { id } });
    expect((await phone.store.view('videos').get(id))?.deletedAt).not.toBeNull();
    await phone.sync();
    expect(await getSession(phone.store, id)).toMatchObject({ video: { deletedAt: null }, sync: { state: 'refused' } });
  });
});

describe('a discarded change', () => {
  it('gives the changes that follow the values from before it as their base', async () => {
    const { phone, id } = await withSession();
    phone.connection.carry = lost;
    const { key } = await phone.mutate('videos.update', { payload: { title: 'Heelwork' }, params: { id } });
    await phone.sync();
    await phone.mutate('videos.update', { payload: { title: 'Recall', description: 'In the wind' }, params: { id } });
    await discard(phone.store, phone.ports, key ?? '');
    const [left, ...more] = await phone.store.outbox.toArray();
    expect(left?.payload).toEqual({ title: 'Recall', description: 'In the wind', base: { title: 'Heel', description: '' } });
    expect(more).toEqual([]);
    phone.connection.carry = (_request, pass) => pass();
    await phone.sync();
    expect(await getSession(phone.store, id)).toMatchObject({ video: { title: 'Recall' }, sync: { state: 'synced' } });
    expect(await phone.store.view('conflicts').count()).toBe(0);
  });
});

describe('a deletion', () => {
  it('is done when the server no longer has its row', async () => {
    const { phone, id } = await withSession();
    await phone.mutate('videos.delete', { params: { id } });
    await world.server.services.db.execute(sql`delete from videos where id = ${id}::uuid`);
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await getSession(phone.store, id)).toBeNull();
  });
});
