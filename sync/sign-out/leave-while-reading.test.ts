import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PullAnswer } from '../../api/contract/sync-protocol.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { answerWith, createTestWorld, lost, type TestDevice } from '../testing/test-world.ts';
import { leaveOthers } from './leave-others.ts';
import { ensureLockKey } from './lock-key.ts';
import { unsyncedWork } from './sign-out.ts';
import { unlockWork } from './unlock-work.ts';

const world = await createTestWorld();
const { db, clock } = { ...world.server.services, clock: world.server.clock };
const later = () => (clock.now = new Date(clock.now.getTime() + 60_000));

/** A phone that has read the first page of a server that was restored from a backup. */
async function phoneInFullRead({ backupIsKnown }: { backupIsKnown: boolean }) {
  const person = await world.person(`${randomUUID()}@example.org`);
  const phone = await world.device(person, randomUUID());
  const { id: older } = await phone.mutate('videos.create', { payload: { title: 'In the backup', description: 'Dry' } });
  await phone.mutate('videos.create', { payload: { title: 'In the backup, too' } });
  await phone.sync();
  const backup = later();
  later();
  await phone.mutate('videos.update', { params: { id: older }, payload: { description: 'Dry\nLost with the server' } });
  const { id: newer } = await phone.mutate('videos.create', { payload: { title: 'Lost with the server' } });
  await phone.sync();

  const sharedUntil = backupIsKnown ? backup.toISOString() : null;
  for (const statement of [
    sql`delete from feed_entries where row_id = ${newer}::uuid`,
    sql`delete from videos where id = ${newer}::uuid`,
    sql`update videos set description = 'Dry', version = 1, updated_at = created_at where id = ${older}::uuid`,
    sql`delete from idempotency_keys where user_id = ${person.userId}::uuid`,
    sql`update feeds set epoch = ${randomUUID()}::uuid, shared_until = ${sharedUntil}::text::timestamptz where name like ${`%${person.userId}`}`,
  ])
    await db.execute(statement);
  later();

  let reads = 0;
  phone.connection.carry = async ({ path }, pass) => {
    if (path !== '/api/sync') return pass();
    reads += 1;
    if (reads > 1) return lost();
    const { pages, ...answer } = (await (await pass()).json()) as PullAnswer;
    return answerWith(200, { ...answer, pages: pages.map((page) => ({ ...page, entries: [], more: true })) });
  };
  await phone.sync();
  phone.connection.carry = (_, pass) => pass();
  expect(await phone.store.suspects.count()).toBeGreaterThan(0);
  return { person, phone };
}

const left = async (phone: TestDevice) => {
  const files = { own: memoryFiles(), locked: memoryFiles() };
  const { isDone } = await leaveOthers([phone.store.userId], async () => ({
    store: (await phone.restart()).store,
    ports: { ...phone.ports, files: files.own },
    lockedFiles: files.locked,
  }));
  return { isDone, lockedFiles: files.locked };
};

for (const backupIsKnown of [true, false]) {
  for (const hasKey of [true, false]) {
    it(`keeps what a restored server lost, before all of it is read (its time known: ${backupIsKnown}, key: ${hasKey})`, async () => {
      const { person, phone } = await phoneInFullRead({ backupIsKnown });
      if (hasKey) await ensureLockKey(phone.store, phone.ports);
      expect(await unsyncedWork(phone.store)).toEqual({ changes: backupIsKnown ? 2 : 3, files: 0, drafts: 0 });
      const { isDone, lockedFiles } = await left(phone);
      expect(isDone).toBe(hasKey);

      const again = await phone.restart();
      await again.sync();
      await unlockWork(again.store, again.ports, lockedFiles);
      for (let round = 0; round < 2; round++) await again.sync();
      const { body } = await person.call<{ title: string; description: string }[]>('GET', '/api/videos');
      expect(Object.fromEntries(body.map(({ title, description }) => [title, description]))).toEqual({
        'In the backup': 'Dry\nLost with the server',
        'In the backup, too': '',
        'Lost with the server': '',
      });
      expect(await again.store.outbox.toArray()).toEqual([]);
    });
  }
}
