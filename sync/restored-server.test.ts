import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { TEXT_MAX } from '../api/contract/limits.ts';
import type { TestPerson } from '../api/testing/create-test-app.ts';
import { becomePartners } from '../api/testing/pulling-device.ts';
import { pull } from './pull/pull.ts';
import { getSession } from './queries/sessions.ts';
import { retry } from './outbox/queue-actions.ts';
import { answerWith, createTestWorld, lost, type TestDevice } from './testing/test-world.ts';

const world = await createTestWorld();
const { db } = world.server.services;
const HOUR_MS = 3_600_000;

let people = 0;
const someone = () => world.person(`restored${(people += 1)}@example.org`);

/** Simulates a restore: removes rows with `lose` and gives every feed a new epoch. */
async function restore({ userId }: Pick<TestPerson, 'userId'>, sharedUntil: Date | null, ...lose: SQL[]): Promise<void> {
  for (const statement of lose) await db.execute(statement);
  await db.execute(sql`delete from idempotency_keys where user_id = ${userId}::uuid`);
  await db.execute(
    sql`update feeds set epoch = ${randomUUID()}::uuid, shared_until = ${sharedUntil?.toISOString() ?? null}::text::timestamptz
        where name like ${`%${userId}`}`,
  );
}

/** Advances the server's clock by a minute before and after the backup. @returns the backup's time */
function backUpNow(): Date {
  const { clock } = world.server;
  const at = (clock.now = new Date(clock.now.getTime() + 60_000));
  clock.now = new Date(clock.now.getTime() + 60_000);
  return at;
}

/** Statements that remove a session, or the feed entries of any row, as if the row had never existed. */
const without = (id: string) => [sql`delete from feed_entries where row_id = ${id}::uuid`, sql`delete from videos where id = ${id}::uuid`];

const notesOn = async ({ store }: TestDevice, id: string) => (await getSession(store, id))?.video.description;
const titleOn = async ({ store }: TestDevice, id: string) => (await getSession(store, id))?.video.title;

async function syncAll(...devices: TestDevice[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const device of devices) await device.sync();
}

describe('a server that was restored from an older backup', () => {
  for (const known of [true, false]) {
    it(`keeps what one device typed offline when another has offered the session again (backup's time ${known ? 'known' : 'unknown'})`, async () => {
      const anna = await someone();
      const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
      const backup = backUpNow();
      const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
      await phone.sync();
      for (const title of ['Heel, again', 'Heel, at last']) {
        await phone.mutate('videos.update', { payload: { title }, params: { id } });
        await phone.sync();
      }
      await desk.sync();
      await restore(
        anna,
        known ? backup : null,
        sql`delete from feed_entries where row_id = ${id}::uuid`,
        sql`delete from videos where id = ${id}::uuid`,
      );
      await desk.mutate('videos.update', { payload: { description: 'Wet grass' }, params: { id } });
      await syncAll(phone, desk);
      for (const device of [phone, desk]) {
        expect(await notesOn(device, id)).toBe('Wet grass');
        expect(await titleOn(device, id)).toBe('Heel, at last');
        expect(await device.store.outbox.count()).toBe(0);
      }
    });
  }

  it('keeps a lost session whose text is above a limit that was lowered since, until its author shortens it', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const backup = backUpNow();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.sync();
    const long = 'x'.repeat(TEXT_MAX + 1);
    await phone.store.view('videos').update(id, { description: long });
    await restore(anna, backup, ...without(id));
    await syncAll(phone);
    expect(await notesOn(phone, id)).toBe(long);
    const [create] = await phone.store.outbox.toArray();
    expect(create).toMatchObject({ call: 'videos.create', state: 'refused', lastError: { status: 400 } });
    expect(create?.lastError?.fields).toHaveProperty('description');

    await phone.mutate('videos.update', { payload: { description: 'Shorter' }, params: { id } });
    await syncAll(phone);
    expect(await phone.store.outbox.count()).toBe(0);
    const desk = await world.device(anna, 'desk');
    await desk.sync();
    expect(await notesOn(desk, id)).toBe('Shorter');
  });

  it('keeps both the lost text and the text typed since, although the versions are equal', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel', description: 'Dry' } });
    await phone.sync();
    await desk.sync();
    const backup = backUpNow();
    await phone.mutate('videos.update', { payload: { description: 'Dry\nLost with the server' }, params: { id } });
    await phone.sync();
    await restore(anna, backup, sql`update videos set description = 'Dry', version = 1, updated_at = created_at where id = ${id}::uuid`);
    await desk.mutate('videos.update', { payload: { description: 'Dry\nTyped since' }, params: { id } });
    await desk.sync();
    await syncAll(phone, desk);
    for (const device of [phone, desk]) {
      expect((await notesOn(device, id))?.split('\n').sort()).toEqual(['Dry', 'Lost with the server', 'Typed since']);
    }
  });

  it('is not overwritten by a device that last synced long before the backup', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Old title', description: 'Dry\nStruck out' } });
    await phone.sync();
    await desk.sync();
    world.server.clock.now = new Date(world.server.clock.now.getTime() + 60_000);
    await phone.mutate('videos.update', { payload: { title: 'New title', description: 'Dry' }, params: { id } });
    await phone.sync();
    await restore(anna, backUpNow());
    await syncAll(desk, phone);
    for (const device of [phone, desk]) {
      expect(await titleOn(device, id)).toBe('New title');
      expect(await notesOn(device, id)).toBe('Dry');
      expect(await device.store.view('conflicts').count()).toBe(0);
    }
  });

  it('receives queued changes only after the device has read its current state', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'Confirmed' } });
    await phone.sync();
    await restore(anna, backUpNow());
    await phone.mutate('videos.create', { payload: { title: 'Queued' } });
    phone.connection.sent.length = 0;
    const order: string[] = [];
    phone.connection.carry = async ({ path }, pass) => {
      const response = await pass();
      order.push(`${path} ${response.status}`);
      return response;
    };
    expect(await phone.sync()).toBeNull();
    expect(order.slice(0, 3)).toEqual(['/api/batch 409', '/api/sync 200', '/api/batch 200']);
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('is detected without an announcement when a device has read further than the server’s head', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'In the backup' } });
    await phone.sync();
    const lost = await phone.mutate('videos.create', { payload: { title: 'Lost with the server' } });
    await phone.sync();
    await db.execute(sql`delete from feed_entries where row_id = ${lost.id}::uuid`);
    await db.execute(sql`delete from videos where id = ${lost.id}::uuid`);
    await db.execute(sql`delete from idempotency_keys where user_id = ${anna.userId}::uuid`);
    await db.execute(
      sql`update feeds set head = (select coalesce(max(position), 0) from feed_entries where feed = name) where name like ${`%${anna.userId}`}`,
    );
    await phone.sync();
    expect(await titleOn(phone, lost.id)).toBe('Lost with the server');
    const { body } = await anna.call<{ title: string }[]>('GET', '/api/videos');
    expect(body.map(({ title }) => title).sort()).toEqual(['In the backup', 'Lost with the server']);
  });

  it('keeps an edit typed on top of an offer, even if another device offered the row first', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const backup = backUpNow();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await syncAll(phone, desk);
    await restore(anna, backup, ...without(id));
    // The app is closed before it sends the offer.
    await pull(desk.store, desk.ports);
    await desk.mutate('videos.update', { payload: { description: 'Typed on the desk' }, params: { id } });
    await syncAll(phone, desk);
    for (const device of [phone, desk]) expect(await notesOn(device, id)).toBe('Typed on the desk');
  });

  it('keeps text typed on top of an offer in the tray when the row is deleted meanwhile', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.sync();
    const backup = backUpNow();
    await phone.mutate('videos.update', { payload: { title: 'Heel, again' }, params: { id } });
    await syncAll(phone, desk);
    await restore(anna, backup, sql`update videos set title = 'Heel', version = 1, updated_at = created_at where id = ${id}::uuid`);
    await pull(desk.store, desk.ports);
    await desk.mutate('videos.update', { payload: { description: 'Typed on the desk' }, params: { id } });
    await phone.sync();
    await phone.mutate('videos.delete', { params: { id } });
    await syncAll(phone, desk);
    expect(await desk.store.outbox.toArray()).toMatchObject([{ state: 'refused', payload: { description: 'Typed on the desk' } }]);
  });

  it('receives lost rows before changes that reference them, even if it fails on those rows at first', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = backUpNow();
    const dog = await phone.mutate('dogs.create', { payload: { name: 'Rex', breed: 'Malinois', birthdate: '2021-03-04' } });
    const { id: logged } = await phone.mutate('videos.create', { payload: { title: 'Logged', dogId: dog.id } });
    await phone.sync();
    const { id: edited } = await phone.mutate('videos.create', { payload: { title: 'Edited' } });
    await phone.sync();
    await phone.mutate('videos.create', { payload: { title: 'Waiting', dogId: dog.id } });
    await phone.mutate('videos.update', { payload: { dogId: dog.id }, params: { id: edited } });
    await restore(
      anna,
      backup,
      sql`delete from feed_entries where row_id = ${dog.id}::uuid`,
      ...without(logged),
      sql`delete from dogs where id = ${dog.id}::uuid`,
    );
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      const { operations } = JSON.parse(body) as { operations: { key: string; call: string }[] };
      if (operations[0]?.call !== 'dogs.create') return pass();
      phone.connection.carry = (_request, on) => on();
      return answerWith(200, { answers: [{ key: operations[0].key, status: 500, body: { message: 'Not now', code: 'internal' } }] });
    };
    await phone.sync();
    expect((await phone.store.outbox.where('state').equals('refused').toArray()).map(({ lastError }) => lastError)).toEqual([]);
    phone.clock.now += HOUR_MS;
    await syncAll(phone);
    expect(await phone.store.outbox.count()).toBe(0);
    const { body } = await anna.call<{ title: string; dogId: string }[]>('GET', '/api/videos');
    expect(body.map(({ title, dogId }) => `${title} ${dogId}`).sort()).toEqual([
      `Edited ${dog.id}`,
      `Logged ${dog.id}`,
      `Waiting ${dog.id}`,
    ]);
  });

  it.each([false, true])(
    'keeps lost changes when an older copy is recreated before the newer one is offered (after a failed attempt: %s)',
    async (inVain) => {
      const anna = await someone();
      const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
      await syncAll(phone, desk);
      const backup = backUpNow();
      const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel', description: 'Wet' } });
      await phone.mutate('videos.share', { params: { id } });
      await syncAll(phone, desk);
      await phone.mutate('videos.update', { payload: { title: 'Heel work', description: 'Wet\nLost with the server' }, params: { id } });
      await phone.sync();
      await restore(anna, backup, ...without(id));
      await pull(phone.store, phone.ports);
      if (inVain) {
        phone.connection.carry = lost;
        await phone.sync();
        phone.connection.carry = (_request, pass) => pass();
      }
      await desk.sync();
      if (inVain) await pull(phone.store, phone.ports);
      await syncAll(phone, desk, phone);
      for (const device of [phone, desk]) {
        expect(await titleOn(device, id)).toBe('Heel work');
        expect(await notesOn(device, id)).toBe('Wet\nLost with the server');
        expect(await device.store.outbox.count()).toBe(0);
      }
      expect(await desk.store.view('conflicts').toArray()).toMatchObject([{ field: 'title', kept: 'Heel work', other: 'Heel' }]);
    },
  );

  it('gets back a retired dog as a retired one', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    const backup = backUpNow();
    const { id } = await phone.mutate('dogs.create', { payload: { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01', titles: [] } });
    await phone.mutate('dogs.update', { payload: { retiredAt: '2026-04-02T10:00:00.000Z' }, params: { id } });
    await phone.sync();
    const lose = [sql`delete from feed_entries where row_id = ${id}::uuid`, sql`delete from dogs where id = ${id}::uuid`];
    await restore(anna, backup, ...lose);
    await syncAll(phone);
    const { body } = await anna.call('GET', '/api/dogs');
    expect(body).toMatchObject([{ name: 'Fly', retiredAt: '2026-04-02T10:00:00.000Z' }]);
    expect(await phone.store.view('dogs').get(id)).toMatchObject({ retiredAt: '2026-04-02T10:00:00.000Z' });
  });

  it('repeats the deletion of a comment that was deleted after the backup', async () => {
    const anna = await someone();
    const [phone, desk] = [await world.device(anna, 'phone'), await world.device(anna, 'desk')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    const params = { videoId: id };
    const comment = await phone.mutate('comments.create', { payload: { content: 'Late' }, params });
    await syncAll(phone, desk);
    const backup = backUpNow();
    await phone.mutate('comments.delete', { params: { ...params, id: comment.id } });
    await syncAll(phone, desk);
    await restore(anna, backup, sql`update comments set deleted_at = null, version = 1 where id = ${comment.id}::uuid`);
    await syncAll(phone, desk);
    const { body } = await anna.call<unknown[]>('GET', `/api/videos/${id}/comments`);
    expect(body).toEqual([]);
    for (const { store } of [phone, desk])
      expect((await store.view('comments').toArray()).filter(({ deletedAt }) => !deletedAt)).toEqual([]);
  });

  it('keeps a comment on a partner’s session that is not restored yet', async () => {
    const [anna, ben] = [await someone(), await someone()];
    await becomePartners(anna, ben);
    const [phone, bens] = [await world.device(anna, 'phone'), await world.device(ben, 'bens')];
    const backup = backUpNow();
    const { id } = await bens.mutate('videos.create', { payload: { title: 'Ben’s session' } });
    await syncAll(bens, phone);
    const comment = await phone.mutate('comments.create', { payload: { content: 'Well done' }, params: { videoId: id } });
    await syncAll(phone, bens);
    expect(await bens.store.view('comments').count()).toBe(1);
    await restore(anna, backup, sql`delete from comments where id = ${comment.id}::uuid`, ...without(comment.id));
    await restore(ben, backup, ...without(id));
    await phone.sync();
    expect(await phone.store.outbox.toArray()).toMatchObject([
      { call: 'comments.create', state: 'refused', payload: { content: 'Well done' } },
    ]);
  });

  it('receives a whole session again when it loses it a second time while part of the offer waits', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = backUpNow();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.mutate('videos.share', { params: { id } });
    await phone.sync();
    await restore(anna, backup, ...without(id));
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      const envelope = JSON.parse(body) as { operations: { key: string; call: string }[] };
      const share = envelope.operations.find(({ call }) => call === 'videos.share');
      if (!share) return pass();
      const before = envelope.operations.slice(0, envelope.operations.indexOf(share));
      const { answers } =
        before.length > 0
          ? ((await (await pass(JSON.stringify({ ...envelope, operations: before }))).json()) as { answers: object[] })
          : { answers: [] };
      return answerWith(200, { answers: [...answers, { key: share.key, status: 500, body: { message: 'Not now', code: 'internal' } }] });
    };
    await phone.sync();
    expect(await phone.store.outbox.toArray()).toMatchObject([{ call: 'videos.share', offer: true }]);
    phone.connection.carry = (_request, pass) => pass();
    await restore(anna, backup, ...without(id));
    phone.clock.now += HOUR_MS;
    await syncAll(phone);
    expect((await anna.call('GET', '/api/videos')).body).toMatchObject([{ title: 'Heel', shared: true }]);
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('receives a change again if the device gets an answer from before the restore', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.mutate('videos.create', { payload: { title: 'First' } });
    await phone.sync();
    const backup = backUpNow();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'In a frozen tab' } });
    phone.connection.carry = async ({ path }, pass) => {
      const response = await pass();
      if (path !== '/api/batch') return response;
      phone.connection.carry = (_request, on) => on();
      await restore(anna, backup, ...without(id));
      await pull(phone.store, phone.ports);
      return response;
    };
    await syncAll(phone);
    expect((await anna.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title)).toContain('In a frozen tab');
  });

  it('lets a cycle end while one offer waits for another that the server fails on', async () => {
    const anna = await someone();
    const phone = await world.device(anna, 'phone');
    await phone.sync();
    const backup = backUpNow();
    const { id } = await phone.mutate('programs.create', { payload: { name: 'Trial' } });
    for (let orderIndex = 0; orderIndex < 60; orderIndex += 1) {
      const cue = await phone.mutate('cues.create', { payload: { name: `Cue ${orderIndex}` } });
      await phone.mutate('programs.addCue', { params: { id }, payload: { cueId: cue.id, orderIndex } });
    }
    await phone.sync();
    await restore(anna, backup, sql`delete from feed_entries where row_id = ${id}::uuid`, sql`delete from programs where id = ${id}::uuid`);
    let pulls = 0;
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path === '/api/sync') pulls += 1;
      if (pulls > 20) return lost();
      if (path !== '/api/batch') return pass();
      const { operations } = JSON.parse(body) as { operations: { key: string; call: string }[] };
      const at = operations.findIndex(({ call }) => call === 'programs.create');
      if (at < 0) return pass();
      const waiting = operations.slice(0, at).map(({ key }) => ({ key, status: 424, body: {} }));
      return answerWith(200, {
        answers: [...waiting, { key: operations[at]?.key, status: 500, body: { message: 'Not now', code: 'internal' } }],
      });
    };
    await phone.sync();
    expect(pulls).toBeLessThan(10);
  });

  it('leaves a comment in the tray while it lacks the partnership, and accepts it once they are partners again', async () => {
    const [anna, ben] = [await someone(), await someone()];
    const [phone, bens] = [await world.device(anna, 'phone'), await world.device(ben, 'bens')];
    const { id } = await bens.mutate('videos.create', { payload: { title: 'Ben’s session' } });
    await syncAll(bens, phone);
    const backup = backUpNow();
    await becomePartners(anna, ben);
    await phone.sync();
    const comment = await phone.mutate('comments.create', { payload: { content: 'Well done' }, params: { videoId: id } });
    await syncAll(phone, bens);
    await restore(anna, backup, sql`delete from friendships where ${anna.userId}::uuid in (user_id, friend_id)`);
    await restore(
      ben,
      backup,
      sql`delete from feed_entries where entity = 'friendships' or row_id = ${comment.id}::uuid`,
      sql`delete from comments where id = ${comment.id}::uuid`,
    );
    await syncAll(phone, bens);
    const [kept, ...others] = await phone.store.outbox.toArray();
    expect(kept).toMatchObject({
      call: 'comments.create',
      state: 'refused',
      payload: { content: 'Well done' },
      lastError: { code: 'partner_lost' },
    });
    expect(others).toEqual([]);
    expect(await phone.store.view('videos').count()).toBe(0);
    await becomePartners(anna, ben);
    await phone.sync();
    await retry(phone.store, phone.ports, kept!.key);
    await syncAll(phone, bens);
    expect(await phone.store.outbox.count()).toBe(0);
    for (const device of [phone, bens])
      expect(await device.store.view('comments').toArray()).toMatchObject([{ id: comment.id, content: 'Well done' }]);
  });

  it('shows partners its current row, even if they have already seen a newer one', async () => {
    const [anna, ben] = [await someone(), await someone()];
    await becomePartners(anna, ben);
    const [phone, bens] = [await world.device(anna, 'phone'), await world.device(ben, 'bens')];
    const { id } = await phone.mutate('videos.create', { payload: { title: 'In the backup' } });
    await phone.sync();
    for (const title of ['Lost', 'Lost too']) {
      await phone.mutate('videos.update', { payload: { title }, params: { id } });
      await phone.sync();
    }
    await bens.sync();
    expect(await titleOn(bens, id)).toBe('Lost too');
    // Restore without an announcement. The phone, which could offer the newer row, does not sync again.
    await db.execute(sql`update videos set title = 'In the backup', version = 1 where id = ${id}::uuid`);
    await db.execute(sql`update feed_entries set position = position - 2 where row_id = ${id}::uuid`);
    await db.execute(sql`update feeds set head = head - 2 where name in (${`own:${anna.userId}`}, ${`shown:${anna.userId}`})`);
    await bens.sync();
    expect(await titleOn(bens, id)).toBe('In the backup');
  });
});
