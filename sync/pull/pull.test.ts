import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DELETED_KEPT_DAYS } from '../../api/contract/limits.ts';
import { sweepFeeds } from '../../api/feeds/sweep-feeds.ts';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { newRow } from '../media/store-file.ts';
import { pull } from './pull.ts';
import { listConflicts, takeOther } from '../outbox/conflicts.ts';
import { restoreAsNew } from '../outbox/restore-as-new.ts';
import { readStatus } from '../status/sync-total.ts';
import { listPrograms } from '../queries/programs.ts';
import { getSession, listSessions } from '../queries/sessions.ts';
import { listQueue } from '../testing/list-queue.ts';
import { answerWith, createTestWorld, lost, type TestDevice, type TestWorld } from '../testing/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

let people = 0;
const someone = () => world.person(`trainer${(people += 1)}@example.org`);
const DAY_MS = 86_400_000;

const titlesOn = async ({ store }: TestDevice) =>
  (await listSessions(store, { scope: 'all', limit: 1_000 })).map(({ video }) => video.title).sort();

async function makePartners(one: TestPerson, other: TestPerson): Promise<string> {
  const { body } = await one.call<{ id: string }>('POST', '/api/friendships', { friendId: other.userId });
  await other.call('PATCH', `/api/friendships/${body.id}`, { status: 'accepted' });
  return body.id;
}

/** Simulates a restore from an older backup: removes rows with `lose` and gives every feed a new epoch. */
async function restoreServer(lose: (owner: string) => ReturnType<typeof sql>[], ownerId: string) {
  const { db } = world.server.services;
  for (const statement of lose(ownerId)) await db.execute(statement);
  await db.execute(sql`update feeds set epoch = ${randomUUID()}::uuid where name like ${`%${ownerId}`}`);
}

describe('promise 3: at rest, a device holds exactly what its person may see', () => {
  it('shows a session logged on one device on a second one', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const desk = await world.device(anna, 'desk');
    const dog = await phone.mutate('dogs.create', { payload: { name: 'Rex', breed: 'Malinois', birthdate: '2021-03-04' } });
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel', dogId: dog.id } });
    await phone.sync();
    await desk.sync();
    expect(await getSession(desk.store, id)).toMatchObject({ video: { title: 'Heel' }, dog: { name: 'Rex' }, sync: { state: 'synced' } });
    await desk.mutate('videos.delete', { params: { id } });
    await desk.sync();
    await phone.sync();
    expect(await titlesOn(phone)).toEqual([]);
  });

  it('keeps no file of a session that the server has deleted for good', async () => {
    const anna = await someone();
    const phone = await world.device(anna);
    const mediaId = randomUUID();
    await phone.store.media.add(newRow(mediaId, 9, 'heel.mp4', 'video/mp4', 'videos', Date.now()));
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' }, mediaId });
    await phone.store.media.update(mediaId, { state: 'kept' });
    await phone.sync();
    await phone.mutate('videos.delete', { params: { id } });
    await phone.sync();
    expect(await phone.store.media.count()).toBe(1);
    world.server.clock.forward((DELETED_KEPT_DAYS * DAY_MS) / 1_000 + 60);
    await sweepFeeds(world.server.services, world.server.services.now());
    await phone.sync();
    expect(await phone.store.media.count(), 'media').toBe(0);
    expect(await phone.store.view('videos').count(), 'sessions').toBe(0);
  });

  it('makes one request when there is nothing new', async () => {
    const phone = await world.device(await someone());
    await phone.sync();
    phone.connection.sent.length = 0;
    await phone.sync();
    expect(phone.connection.sent).toEqual(['POST /api/sync']);
  });

  it('holds a partner’s shared rows, and none of them after the partnership ends', async () => {
    const [anna, ben] = [await someone(), await someone()];
    const phone = await world.device(anna);
    const friendshipId = await makePartners(anna, ben);
    const { body: session } = await ben.call<{ id: string }>('POST', '/api/videos', { title: 'Bens bite work' });
    await phone.sync();
    expect((await getSession(phone.store, session.id))?.owner).toMatchObject({ id: ben.userId, isMe: false });

    phone.connection.carry = lost;
    await phone.mutate('comments.create', { payload: { content: 'Nice grip' }, params: { videoId: session.id } });
    await ben.call('DELETE', `/api/friendships/${friendshipId}`);
    // The comment is being sent when the partnership ends: only the pull gets through.
    phone.connection.carry = ({ path }, pass) =>
      path === '/api/batch' ? Promise.resolve(answerWith(503, { message: 'Busy', code: 'unavailable' })) : pass();
    await phone.sync();
    expect(await titlesOn(phone)).toEqual([]);
    expect(await phone.store.view('comments').count()).toBe(0);
    expect(await phone.store.view('people').count()).toBe(0);
    expect(await listQueue(phone.store)).toMatchObject([
      { subject: { call: 'comments.create', name: 'Nice grip' }, sync: { state: 'refused' }, error: { code: 'out_of_sight' } },
    ]);
  });

  it('keeps a partner’s rows when the partnership is restored while the news of its end is in flight', async () => {
    const [anna, ben] = [await someone(), await someone()];
    const pair = await makePartners(anna, ben);
    const [phone, bens] = [await world.device(anna), await world.device(ben)];
    const { id } = await bens.mutate('videos.create', { payload: { title: 'Tracking' } });
    await bens.sync();
    await phone.sync();
    await ben.call('DELETE', `/api/friendships/${pair}`);
    phone.connection.carry = async (_request, pass) => {
      const response = await pass();
      phone.connection.carry = (_next, on) => on();
      await makePartners(anna, ben);
      // Another tab.
      await pull(phone.store, phone.ports);
      await phone.mutate('comments.create', { payload: { content: 'Well done' }, params: { videoId: id } });
      return response;
    };
    expect(await pull(phone.store, phone.ports)).toMatchObject({ setback: null });
    expect(await titlesOn(phone)).toEqual(['Tracking']);
    expect(await phone.store.outbox.toArray()).toMatchObject([{ call: 'comments.create', state: 'queued' }]);
  });

  it('applies pending changes on top of others’ changes, and the server merges them the same way', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const desk = await world.device(anna, 'desk');
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel', description: 'one\ntwo\nthree' } });
    await phone.sync();
    await desk.sync();
    await desk.mutate('videos.update', { payload: { title: 'Heel work', description: 'one\ntwo\nthree\nfour' }, params: { id } });
    await desk.sync();
    await phone.mutate('videos.update', { payload: { description: 'zero\none\ntwo\nthree' }, params: { id } });
    phone.connection.carry = ({ path }, pass) =>
      path === '/api/batch' ? Promise.resolve(answerWith(503, { message: 'Busy', code: 'unavailable' })) : pass();
    await phone.sync();
    const merged = { title: 'Heel work', description: 'zero\none\ntwo\nthree\nfour' };
    expect((await getSession(phone.store, id))?.video).toMatchObject(merged);
    phone.connection.carry = (_request, pass) => pass();
    await phone.sync();
    await desk.sync();
    for (const device of [phone, desk]) expect((await getSession(device.store, id))?.video).toMatchObject(merged);
  });

  it('does not duplicate others’ lines when a text is edited after a merge', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await desk.mutate('videos.create', { payload: { title: 'Heel' } });
    await desk.sync();
    await phone.sync();
    await phone.mutate('videos.update', { payload: { description: 'Wet' }, params: { id } });
    await desk.mutate('videos.update', { payload: { description: 'Windy' }, params: { id } });
    await desk.sync();
    // The app is closed before the phone's own change leaves.
    await pull(phone.store, phone.ports);
    const merged = (await getSession(phone.store, id))!.video.description;
    expect(merged.split('\n').sort()).toEqual(['Wet', 'Windy']);
    await phone.mutate('videos.update', { payload: { description: `${merged}\nCold` }, params: { id } });
    await phone.sync();
    await desk.sync();
    for (const { store } of [phone, desk]) expect((await getSession(store, id))?.video.description).toBe(`${merged}\nCold`);
  });

  it('deletes comments that are deleted after their session, by any author', async () => {
    const [anna, ben] = [await someone(), await someone()];
    await makePartners(anna, ben);
    const [phone, bens] = [await world.device(anna), await world.device(ben)];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    const mine = await phone.mutate('comments.create', { payload: { content: 'Mine' }, params: { videoId: id } });
    await phone.sync();
    await bens.sync();
    const his = await bens.mutate('comments.create', { payload: { content: 'His' }, params: { videoId: id } });
    await bens.sync();
    await phone.mutate('videos.delete', { params: { id } });
    await phone.sync();
    await phone.mutate('comments.delete', { params: { videoId: id, id: mine.id } });
    await bens.mutate('comments.delete', { params: { videoId: id, id: his.id } });
    await bens.sync();
    await phone.sync();
    await phone.mutate('videos.restore', { params: { id } });
    await phone.sync();
    await bens.sync();
    for (const { store } of [phone, bens]) {
      expect((await store.view('comments').toArray()).filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
    }
  });

  it('shows the later of two conflicting titles on both devices, and restores the other with one tap', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const desk = await world.device(anna, 'desk');
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.sync();
    await desk.sync();
    await desk.mutate('videos.update', { payload: { title: 'From the desk' }, params: { id } });
    await phone.mutate('videos.update', { payload: { title: 'From the field' }, params: { id } });
    await desk.sync();
    await phone.sync();
    await desk.sync();
    for (const device of [phone, desk]) {
      expect((await getSession(device.store, id))?.video.title).toBe('From the field');
      expect(await readStatus(device.store)).toMatchObject({ pending: 0, conflicts: 1 });
    }
    const [conflict] = await listConflicts(desk.store, 'videos', id);
    expect(conflict).toMatchObject({ field: 'title', kept: 'From the field', other: 'From the desk' });
    await takeOther(desk.store, desk.ports, conflict?.id ?? '');
    await desk.sync();
    await phone.sync();
    for (const device of [phone, desk]) {
      expect((await getSession(device.store, id))?.video.title).toBe('From the desk');
      expect(await readStatus(device.store)).toMatchObject({ conflicts: 0 });
      expect(await listConflicts(device.store, 'videos', id)).toEqual([]);
    }
  });

  it('keeps the text of an edit whose row was deleted elsewhere, and restores it as a new row', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const desk = await world.device(anna, 'desk');
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel', description: 'Old' } });
    await phone.sync();
    await desk.sync();
    await desk.mutate('videos.delete', { params: { id } });
    await desk.sync();
    const edit = await phone.mutate('videos.update', { payload: { description: 'Typed at the field' }, params: { id } });
    await phone.sync();
    expect(await listQueue(phone.store)).toMatchObject([
      {
        sync: { state: 'refused' },
        error: { message: 'This was deleted on another device' },
        payload: { description: 'Typed at the field' },
      },
    ]);
    const made = await restoreAsNew(phone.store, phone.ports, edit.key ?? '');
    await phone.sync();
    await desk.sync();
    expect(await titlesOn(desk)).toEqual(['Heel']);
    expect(await getSession(desk.store, made?.id ?? '')).toMatchObject({ video: { description: 'Typed at the field' } });
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('restores a program as one new program, with all of its refused edits and its cues', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const desk = await world.device(anna, 'desk');
    const cues = [];
    for (const name of ['Away', 'Touch']) cues.push((await phone.mutate('cues.create', { payload: { name, sport: 'Rally' } })).id);
    const { id } = await phone.mutate('programs.create', { payload: { name: 'Class C' } });
    await phone.mutate('programs.addCue', { params: { id }, payload: { cueId: cues[0]!, orderIndex: 0 } });
    await phone.sync();
    await desk.sync();
    await desk.mutate('programs.delete', { params: { id } });
    await desk.sync();
    await phone.mutate('programs.update', { params: { id }, payload: { goal: 'Pass by spring' } });
    await phone.mutate('programs.addCue', { params: { id }, payload: { cueId: cues[1]!, orderIndex: 1 } });
    const renamed = await phone.mutate('programs.update', { params: { id }, payload: { name: 'Class C by May' } });
    await phone.sync();
    expect(await listQueue(phone.store)).toMatchObject([{ canRestoreAsNew: true }, { canRestoreAsNew: true }, { canRestoreAsNew: true }]);
    await restoreAsNew(phone.store, phone.ports, renamed.key ?? '');
    await phone.sync();
    await desk.sync();
    for (const device of [phone, desk]) {
      expect(await listPrograms(device.store)).toMatchObject([
        { program: { name: 'Class C by May', goal: 'Pass by spring', cues: cues.map((cueId) => ({ cueId })) } },
      ]);
    }
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('does not replace a newer confirmed row by an older copy, however late that arrives', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const { id } = await phone.mutate('videos.create', { payload: { title: 'First' } });
    await phone.sync();
    const stale = await phone.store.view('videos').get(id);
    const cursor = (await phone.store.cursors.get(`own:${anna.userId}`))?.cursor;
    await phone.mutate('videos.update', { payload: { title: 'Second' }, params: { id } });
    phone.connection.carry = ({ path }, pass) =>
      path === '/api/batch'
        ? pass()
        : Promise.resolve(
            Response.json({
              readable: [`own:${anna.userId}`],
              pages: [
                {
                  feed: `own:${anna.userId}`,
                  cursor: { ...cursor, position: (cursor?.position ?? 0) + 1 },
                  fromStart: false,
                  more: false,
                  entries: [{ entity: 'videos', id, row: stale }],
                },
              ],
            }),
          );
    await phone.sync();
    expect((await getSession(phone.store, id))?.video).toMatchObject({ title: 'Second', version: 2 });
  });

  it('deletes rows that a full read no longer names, but none that exist only here', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const gone = await phone.mutate('videos.create', { payload: { title: 'Gone' } });
    await phone.mutate('videos.create', { payload: { title: 'Stays' } });
    await phone.sync();
    const { db } = world.server.services;
    await db.execute(sql`delete from feed_entries where row_id = ${gone.id}::uuid`);
    // Away for longer than the server keeps tombstones.
    await db.execute(sql`update feeds set horizon = head + 1, head = head + 1 where name = ${`own:${anna.userId}`}`);
    await phone.mutate('videos.create', { payload: { title: 'Only here' } });
    phone.connection.carry = ({ path }, pass) =>
      path === '/api/batch' ? Promise.resolve(answerWith(503, { message: 'Busy', code: 'unavailable' })) : pass();
    await phone.sync();
    expect(await titlesOn(phone)).toEqual(['Only here', 'Stays']);
  });
});

describe('promise 4: nothing is lost or duplicated', () => {
  it('when the server loses confirmed rows before the device has read anything', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'Confirmed' } });
    phone.connection.carry = ({ path }, pass) => (path === '/api/batch' ? pass() : Promise.reject(new TypeError('Lost')));
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    await restoreServer(
      (owner) => [
        sql`delete from feed_entries where feed like ${`%${owner}`}`,
        sql`delete from videos where owner_id = ${owner}::uuid`,
        sql`delete from idempotency_keys`,
      ],
      anna.userId,
    );
    phone.connection.carry = (_request, pass) => pass();
    await phone.sync();
    expect((await anna.call<{ title: string }[]>('GET', '/api/videos')).body).toMatchObject([{ title: 'Confirmed' }]);
    expect(await titlesOn(phone)).toEqual(['Confirmed']);
  });

  it('when the server is restored from an older backup: the device offers the lost rows', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const desk = await world.device(anna, 'desk');
    const dog = await phone.mutate('dogs.create', { payload: { name: 'Rex', breed: 'Malinois', birthdate: '2021-03-04' } });
    const old = await phone.mutate('videos.create', { payload: { title: 'Old title' } });
    await phone.sync();
    await phone.mutate('videos.update', { payload: { title: 'New title' }, params: { id: old.id } });
    const lostSession = await phone.mutate('videos.create', { payload: { title: 'After the backup', dogId: dog.id } });
    await phone.sync();
    await desk.sync();
    await restoreServer(
      (owner) => [
        sql`delete from feed_entries where row_id in (${lostSession.id}::uuid, ${dog.id}::uuid)`,
        sql`delete from videos where id = ${lostSession.id}::uuid`,
        sql`delete from dogs where id = ${dog.id}::uuid`,
        sql`update videos set title = 'Old title', version = 1 where id = ${old.id}::uuid`,
        sql`delete from idempotency_keys where user_id = ${owner}::uuid`,
      ],
      anna.userId,
    );
    // An edit made on top of a lost row.
    await phone.mutate('videos.update', { payload: { description: 'Wet' }, params: { id: lostSession.id } });
    for (const device of [phone, desk, phone, desk]) await device.sync();
    for (const device of [phone, desk]) {
      expect(await titlesOn(device)).toEqual(['After the backup', 'New title']);
      expect(await getSession(device.store, lostSession.id)).toMatchObject({ dog: { name: 'Rex' }, sync: { state: 'synced' } });
      expect(await device.store.outbox.count()).toBe(0);
    }
    const { body } = await anna.call<{ title: string }[]>('GET', '/api/videos');
    expect(body.map(({ title }) => title).sort()).toEqual(['After the backup', 'New title']);
  });

  it('after 90 days without an answer: sends only unapplied changes', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'Applied' } });
    phone.connection.carry = async (_request, pass) => {
      await pass();
      return lost();
    };
    await phone.sync();
    await phone.mutate('videos.create', { payload: { title: 'Never arrived' } });
    phone.connection.carry = lost;
    await phone.sync();
    phone.clock.now += 91 * DAY_MS;
    await world.server.services.db.execute(sql`delete from idempotency_keys where user_id = ${anna.userId}::uuid`);
    phone.connection.carry = (_request, pass) => pass();
    await phone.sync();
    const { body } = await anna.call<{ title: string }[]>('GET', '/api/videos');
    expect(body.map(({ title }) => title).sort()).toEqual(['Applied', 'Never arrived']);
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await titlesOn(phone)).toEqual(['Applied', 'Never arrived']);
  });

  it('after 90 days without an answer: does not recreate a row that was created and deleted', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Taken back' } });
    await phone.mutate('videos.delete', { params: { id } });
    phone.connection.carry = async (_request, pass) => {
      await pass();
      return lost();
    };
    await phone.sync();
    await desk.sync();
    phone.clock.now += 91 * DAY_MS;
    // After the server's sweep: no row, no tombstone, no key.
    const { db } = world.server.services;
    await db.execute(sql`delete from videos where id = ${id}::uuid`);
    await db.execute(sql`delete from feed_entries where row_id = ${id}::uuid`);
    await db.execute(sql`delete from idempotency_keys where user_id = ${anna.userId}::uuid`);
    await db.execute(sql`update feeds set horizon = head where name like ${`%${anna.userId}`}`);
    phone.connection.carry = (_request, pass) => pass();
    for (const device of [phone, desk, phone]) await device.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    for (const device of [phone, desk]) expect(await titlesOn(device)).toEqual([]);
    expect((await anna.call('GET', '/api/videos')).body).toEqual([]);
  });

  it('when a row is forgotten and recreated with a lower version than the device holds', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'First' } });
    await phone.sync();
    for (const title of ['Second', 'Third']) {
      await phone.mutate('videos.update', { payload: { title }, params: { id } });
      await phone.sync();
    }
    await desk.sync();
    const { db } = world.server.services;
    await db.execute(sql`delete from videos where id = ${id}::uuid`);
    world.server.clock.now = new Date(world.server.clock.now.getTime() + 60_000);
    await anna.call('POST', '/api/videos', { id, title: 'Made again' });
    await desk.sync();
    expect(await titlesOn(desk)).toEqual(['Made again']);
  });
});
