import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { feedName } from '../api/contract/sync-protocol.ts';
import type { TestPerson } from '../api/testing/create-test-app.ts';
import { readAgeGate } from '../api/age-gate.ts';
import { becomePartners } from '../api/testing/pulling-device.ts';
import { type Backup, restoreBackup, takeBackup } from './simulation/backup.ts';
import { getSession } from './queries/sessions.ts';
import { createTestWorld, lost, type TestDevice } from './testing/test-world.ts';

/** A setting in place of the id of the database server's run. Each failover sets a new one. */
const RUN = 'longline.run';
const world = await createTestWorld({ serverRun: sql.raw(`current_setting('${RUN}')`) });
const { db } = world.server.services;

const HOUR_MS = 3_600_000;

let runs = 0;
/** Starts a new run of the database server on the same data, as after a restart, a promotion or a restore. */
const startRun = () => world.client.exec(`set ${RUN} = 'run ${(runs += 1)}'`);
await startRun();

let people = 0;
const someone = () => world.person(`back${(people += 1)}@example.org`);

async function goBack(backup: Backup): Promise<void> {
  await restoreBackup(world.client, backup);
  await startRun();
}

const headOf = async ({ userId }: Pick<TestPerson, 'userId'>, kind: 'own' | 'shown' = 'own') => {
  const { rows } = await world.client.query<{ head: number }>('select head::float8 as head from feeds where name = $1', [
    feedName(kind, userId),
  ]);
  return rows[0]!.head;
};

/** Logs sessions through the API, without a cursor, until the feed is as long as before the loss. */
async function fillTheGap(person: TestPerson, head: number): Promise<string[]> {
  const titles: string[] = [];
  while ((await headOf(person)) < head) {
    const title = `Filler ${titles.length + 1}`;
    await person.call('POST', '/api/videos', { title });
    titles.push(title);
  }
  return titles;
}

const pass: TestDevice['connection']['carry'] = (_request, on) => on();

async function syncAll(...devices: TestDevice[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const device of devices) expect(await device.sync()).toBeNull();
}

const titlesOn = async ({ store }: TestDevice) => (await store.view('videos').toArray()).map(({ title }) => title).sort();
const titlesOf = async (person: TestPerson) =>
  (await person.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title).sort();

/** The calls that a device sends, to check that it offers nothing. */
function listenTo({ connection }: TestDevice): string[] {
  const calls: string[] = [];
  connection.carry = ({ path, body }, on) => {
    if (path === '/api/batch') calls.push(...(JSON.parse(body) as { operations: { call: string }[] }).operations.map(({ call }) => call));
    return on();
  };
  return calls;
}

/** The answers that a device gets from now on, such as '/api/batch 200'. */
function answersTo({ connection }: TestDevice): string[] {
  const answers: string[] = [];
  connection.carry = async ({ path }, on) => {
    const response = await on();
    answers.push(`${path} ${response.status}`);
    return response;
  };
  return answers;
}

/** Two partners with a device each, which hold a session of Ben's. */
async function partnersWithSession() {
  const [anna, ben] = [await someone(), await someone()];
  await becomePartners(anna, ben);
  const [phone, bens] = [await world.device(anna, 'phone'), await world.device(ben, 'bens')];
  const { id } = await bens.mutate('videos.create', { payload: { title: 'Ben’s session' } });
  await syncAll(bens, phone);
  return { ben, phone, bens, id };
}

/** Logs and syncs sessions of a new dog. Deleting the dog will raise an entry for each session. @returns the dog's id */
async function logWithDog(phone: TestDevice, titles: readonly string[]): Promise<string> {
  const { id } = await phone.mutate('dogs.create', { payload: { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01', titles: [] } });
  for (const title of titles) await phone.mutate('videos.create', { payload: { title, dogId: id } });
  await phone.sync();
  return id;
}

/** Calls `act` just before the next operations, which share a transaction, and after the check of their envelope. */
const beforeOperations = (act: () => Promise<void>) => beforeTransaction(1, act);

/**
 * Calls `act` just before the nth operation from now, after the server has checked its envelope. A deadlock ends the
 * transaction that the operations share, so the server applies each in one of its own.
 */
function beforeOperation(nth: number, act: () => Promise<void>): void {
  beforeTransaction(1, async () => {
    beforeTransaction(nth, act);
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
}

function beforeTransaction(nth: number, act: () => Promise<void>): void {
  const transaction = db.transaction.bind(db);
  let transactions = 0;
  db.transaction = async (body, ...options) => {
    transactions += 1;
    if (transactions === nth) {
      db.transaction = transaction;
      await act();
    }
    return transaction(body, ...options);
  };
}

describe('a server that lost data without an announcement', () => {
  it('gets a lost session back, even if the phone’s next log would fill the gap', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = await takeBackup(world.client);
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.sync();
    await goBack(backup);
    await phone.mutate('videos.create', { payload: { title: 'Next' } });
    await syncAll(phone);
    expect(await titlesOn(phone)).toEqual(['Lost', 'Next']);
    expect(await titlesOf(anna)).toEqual(['Lost', 'Next']);
    await phone.mutate('videos.update', { payload: { description: 'Edited' }, params: { id } });
    await syncAll(phone);
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('stops deletions by age once the loss is noticed, as after mark-restored', async () => {
    const gate = () => readAgeGate(world.server.services);
    const { clock } = world.server;
    for (let hour = 0; hour < 26; hour += 1) {
      await gate();
      clock.forward(HOUR_MS);
    }
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.sync();
    await goBack(backup);
    expect(await gate()).not.toBeNull();
    await phone.mutate('videos.create', { payload: { title: 'Next' } });
    await syncAll(phone);
    expect(await gate()).toBeNull();
  });

  it('reports the loss before it writes anything of the envelope', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.sync();
    await goBack(backup);
    await phone.mutate('videos.create', { payload: { title: 'Next' } });
    const order: string[] = [];
    phone.connection.carry = async ({ path }, on) => {
      const response = await on();
      order.push(`${path} ${response.status} ${(await titlesOf(anna)).join()}`);
      return response;
    };
    await phone.sync();
    expect(order.slice(0, 2)).toEqual(['/api/batch 409 ', '/api/sync 200 ']);
  });

  it.each(['phone first', 'desk first'])('brings both devices to the same state when others have filled the gap (%s)', async (first) => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    await syncAll(phone, desk);
    const backup = await takeBackup(world.client);
    for (const title of ['Lost', 'Lost too']) await phone.mutate('videos.create', { payload: { title } });
    await phone.sync();
    const head = await headOf(anna);
    await goBack(backup);
    // The desk has read none of the lost changes, and others write as many new ones.
    const fillers = await fillTheGap(anna, head);
    await desk.mutate('videos.create', { payload: { title: 'Desk' } });
    await (first === 'phone first' ? syncAll(phone, desk) : syncAll(desk, phone));
    const all = ['Desk', ...fillers, 'Lost', 'Lost too'].sort();
    for (const device of [phone, desk]) expect(await titlesOn(device)).toEqual(all);
    expect(await titlesOf(anna)).toEqual(all);
  });

  it('gets back a session that it had confirmed and the device had not read yet', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Confirmed in the last moment' } });
    phone.connection.carry = ({ path }, on) => (path === '/api/sync' ? lost() : on());
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    phone.connection.carry = pass;
    await goBack(backup);
    await syncAll(phone);
    expect(await titlesOf(anna)).toEqual(['Confirmed in the last moment']);
  });

  it('gets back a comment on a partner’s session that only its author still has', async () => {
    const { ben, phone, bens, id } = await partnersWithSession();
    const backup = await takeBackup(world.client);
    const comment = await phone.mutate('comments.create', { payload: { content: 'Well done' }, params: { videoId: id } });
    await phone.sync();
    const head = await headOf(ben, 'shown');
    await goBack(backup);
    while ((await headOf(ben, 'shown')) < head) await ben.call('POST', `/api/videos/${id}/comments`, { content: 'Filler' });
    await syncAll(phone, bens);
    for (const device of [phone, bens]) {
      expect((await device.store.view('comments').toArray()).map((row) => row.id)).toContain(comment.id);
    }
  });

  it.each([
    ['has lost the first of them', true],
    ['has lost the second of them', false],
  ])('gets back two envelopes of comments without a read between them, after it %s', async (_which, losesFirst) => {
    const { phone, bens, id } = await partnersWithSession();
    const comment = async (...contents: string[]) => {
      const ids: string[] = [];
      for (const content of contents)
        ids.push((await phone.mutate('comments.create', { payload: { content }, params: { videoId: id } })).id);
      phone.connection.carry = ({ path }, on) => (path === '/api/sync' ? lost() : on());
      await phone.sync();
      phone.connection.carry = pass;
      expect(await phone.store.outbox.count()).toBe(0);
      return ids;
    };
    const before = await takeBackup(world.client);
    const written = await comment('One');
    const between = await takeBackup(world.client);
    await (losesFirst ? goBack(before) : startRun());
    written.push(...(await comment('Two', 'Three')));
    if (!losesFirst) await goBack(between);
    await syncAll(phone, bens);
    for (const device of [phone, bens]) {
      const held = (await device.store.view('comments').toArray()).map((row) => row.id);
      expect(held.toSorted()).toEqual(written.toSorted());
    }
  });

  it('does not restore a line that was deleted before the backup', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Old', description: 'Dry\nStruck out' } });
    await syncAll(phone, desk);
    world.server.clock.forward(60);
    await phone.mutate('videos.update', { payload: { description: 'Dry' }, params: { id } });
    await phone.sync();
    world.server.clock.forward(60);
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.sync();
    await goBack(backup);
    await syncAll(phone, desk);
    for (const device of [phone, desk]) {
      expect((await getSession(device.store, id))?.video.description).toBe('Dry');
      expect(await titlesOn(device)).toEqual(['Lost', 'Old']);
      expect(await device.store.view('conflicts').count()).toBe(0);
    }
  });

  it('gets back the sessions of two losses, even if each device saw a different lost branch', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    await syncAll(phone, desk);
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'First loss' } });
    await phone.sync();
    const head = await headOf(anna);
    await goBack(backup);
    const fillers = await fillTheGap(anna, head + 2);
    await desk.sync();
    await goBack(backup);
    await fillTheGap(anna, head + 4);
    await syncAll(desk, phone);
    const titles = await titlesOf(anna);
    expect(titles).toEqual(expect.arrayContaining(['First loss', ...fillers]));
    for (const device of [phone, desk]) expect(await titlesOn(device)).toEqual(titles);
  });

  it.each([
    ['one operation', ['Three']],
    ['several', ['Three', 'Four']],
  ])('refuses an envelope of %s if it loses data after the check', async (_what, titles) => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const backup = await takeBackup(world.client);
    await phone.sync();
    for (const title of ['One', 'Two']) await phone.mutate('videos.create', { payload: { title } });
    await phone.sync();
    for (const title of titles) await phone.mutate('videos.create', { payload: { title } });
    const answers = answersTo(phone);
    beforeOperations(() => goBack(backup));
    await syncAll(phone);
    expect(answers[0]).toBe('/api/batch 409');
    expect(await titlesOf(anna)).toEqual(['One', 'Two', ...titles].sort());
    expect(await titlesOn(phone)).toEqual(['One', 'Two', ...titles].sort());
  });

  it.each([
    ['on a device that has read its feed', true],
    ['on a server that has nothing of the person yet', false],
  ])('gets back an operation that it confirmed and lost within one envelope, %s', async (_where, hasRead) => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    if (hasRead) await phone.mutate('videos.create', { payload: { title: 'Before' } });
    await phone.sync();
    const backup = await takeBackup(world.client);
    for (const title of ['One', 'Two']) await phone.mutate('videos.create', { payload: { title } });
    const answers = answersTo(phone);
    beforeOperation(2, () => goBack(backup));
    await syncAll(phone);
    const all = [...(hasRead ? ['Before'] : []), 'One', 'Two'];
    expect(await titlesOf(anna)).toEqual(all);
    expect(await titlesOn(phone)).toEqual(all);
    expect(answers[0]).toBe('/api/batch 409');
  });

  it('gets back an operation lost within one envelope, even if the next one raises more entries than were lost', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const dogId = await logWithDog(phone, ['A', 'B', 'C']);
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.mutate('dogs.delete', { params: { id: dogId } });
    const head = await headOf(anna);
    const answers = answersTo(phone);
    beforeOperation(2, () => goBack(backup));
    await syncAll(phone);
    expect(await headOf(anna)).toBeGreaterThan(head + 2);
    expect(await titlesOf(anna)).toEqual(['A', 'B', 'C', 'Lost']);
    expect(await titlesOn(phone)).toEqual(['A', 'B', 'C', 'Lost']);
    expect(answers[0]).toBe('/api/batch 409');
  });

  it('gets back a comment that it confirmed and lost within one envelope', async () => {
    const { phone, bens, id } = await partnersWithSession();
    const backup = await takeBackup(world.client);
    const written: string[] = [];
    for (const content of ['One', 'Two'])
      written.push((await phone.mutate('comments.create', { payload: { content }, params: { videoId: id } })).id);
    beforeOperation(2, () => goBack(backup));
    await syncAll(phone, bens);
    for (const device of [phone, bens]) {
      const held = (await device.store.view('comments').toArray()).map((row) => row.id);
      expect(held).toEqual(expect.arrayContaining(written));
    }
  });

  it.each([
    ['unnoticed', false],
    ['after another device noticed the loss', true],
  ])('refuses an operation if data was lost since the check and new writes filled the gap %s', async (_what, deskNotices) => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    await phone.sync();
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await syncAll(phone, desk);
    const head = await headOf(anna);
    await phone.mutate('videos.create', { payload: { title: 'Next' } });
    const answers = answersTo(phone);
    let fillers: string[] = [];
    beforeOperations(async () => {
      await goBack(backup);
      desk.connection.carry = ({ path }, on) => (path === '/api/sync' ? on() : lost());
      if (deskNotices) await desk.sync();
      fillers = await fillTheGap(anna, head + 1);
    });
    await syncAll(phone);
    expect(answers[0]).toBe('/api/batch 409');
    expect(await titlesOf(anna)).toEqual([...fillers, 'Lost', 'Next']);
    expect(await titlesOn(phone)).toEqual([...fillers, 'Lost', 'Next']);
  });
});

describe('a server on a database that does not report its runs', () => {
  it('notices the loss by positions before the device’s envelope fills the gap', async () => {
    await world.client.exec(`set ${RUN} = ''`);
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.sync();
    await restoreBackup(world.client, backup);
    await phone.mutate('videos.create', { payload: { title: 'Next' } });
    await syncAll(phone);
    await startRun();
    expect(await titlesOf(anna)).toEqual(['Lost', 'Next']);
    expect(await titlesOn(phone)).toEqual(['Lost', 'Next']);
  });

  it('notices the loss of an operation within one envelope, even if the next one raises more entries than were lost', async () => {
    await world.client.exec(`set ${RUN} = ''`);
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const dogId = await logWithDog(phone, ['A', 'B', 'C']);
    const backup = await takeBackup(world.client);
    await phone.mutate('videos.create', { payload: { title: 'Lost' } });
    await phone.mutate('dogs.delete', { params: { id: dogId } });
    beforeOperation(2, () => restoreBackup(world.client, backup));
    await syncAll(phone);
    await startRun();
    expect(await titlesOf(anna)).toEqual(['A', 'B', 'C', 'Lost']);
    expect(await titlesOn(phone)).toEqual(['A', 'B', 'C', 'Lost']);
  });
});

describe('a server that restarted without a loss', () => {
  it('is offered nothing, and no device reads from the start', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    await phone.mutate('videos.create', { payload: { title: 'Before' } });
    await syncAll(phone, desk);
    const epoch = (await phone.store.cursors.get(feedName('own', anna.userId)))?.cursor.epoch;
    await startRun();
    await anna.call('POST', '/api/videos', { title: 'From elsewhere' });
    await startRun();
    const [fromPhone, fromDesk] = [listenTo(phone), listenTo(desk)];
    await phone.mutate('videos.create', { payload: { title: 'After' } });
    await syncAll(phone, desk);
    expect(fromPhone).toEqual(['videos.create']);
    expect(fromDesk).toEqual([]);
    for (const device of [phone, desk]) {
      expect(await titlesOn(device)).toEqual(['After', 'Before', 'From elsewhere']);
      expect((await device.store.cursors.get(feedName('own', anna.userId)))?.cursor.epoch).toBe(epoch);
    }
  });

  it.each([
    ['before its transaction', beforeOperations],
    ['between two', (act: () => Promise<void>) => beforeOperation(2, act)],
  ])('applies an envelope during which it restarted, %s', async (_when, before) => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'Before' } });
    await phone.sync();
    for (const title of ['One', 'Two', 'Three']) await phone.mutate('videos.create', { payload: { title } });
    const answers = answersTo(phone);
    before(async () => {
      await startRun();
      await anna.call('POST', '/api/videos', { title: 'From elsewhere' });
    });
    await syncAll(phone);
    expect(answers.filter((answer) => !answer.endsWith('200'))).toEqual([]);
    expect(answers.filter((answer) => answer.startsWith('/api/batch'))).toHaveLength(1);
    expect(await titlesOn(phone)).toEqual(['Before', 'From elsewhere', 'One', 'Three', 'Two']);
  });

  it('gets no offers from a device that reads from servers of both versions during an upgrade', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'Before' } });
    await phone.sync();
    await startRun();
    await anna.call('POST', '/api/videos', { title: 'From elsewhere' });
    await phone.sync();
    // The previous version knows no branches: its cursors have none.
    await phone.store.cursors.toCollection().modify(({ cursor }) => {
      delete cursor.branch;
    });
    const epoch = (await phone.store.cursors.get(feedName('own', anna.userId)))?.cursor.epoch;
    const sent = listenTo(phone);
    await phone.mutate('videos.create', { payload: { title: 'After' } });
    await syncAll(phone);
    expect(sent).toEqual(['videos.create']);
    expect((await phone.store.cursors.get(feedName('own', anna.userId)))?.cursor.epoch).toBe(epoch);
  });

  it('gets no offers from a device with an app that does not know branches yet', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'Before' } });
    await phone.sync();
    // The state of server and device before branches were introduced.
    await db.execute(sql`update feeds set branch = '', forks = '{}' where name like ${`%${anna.userId}`}`);
    await phone.store.cursors.toCollection().modify(({ cursor }) => {
      delete cursor.branch;
    });
    await startRun();
    await anna.call('POST', '/api/videos', { title: 'From elsewhere' });
    const sent = listenTo(phone);
    await syncAll(phone);
    expect(sent).toEqual([]);
    expect(await titlesOn(phone)).toEqual(['Before', 'From elsewhere']);
  });
});
