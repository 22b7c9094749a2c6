import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { readDraft, saveDraft } from '../store/drafts.ts';
import { formLock } from '../store/draft-keys.ts';
import { ensureLockKey } from './lock-key.ts';
import { type Bundle, LockedWorkStore } from './locked-work-store.ts';
import { lockWork } from './lock-work.ts';
import { listUnsentDrafts } from '../queries/unsent-drafts.ts';
import { readSetting } from '../store/settings.ts';
import { takeUpSpare } from './spare-drafts.ts';
import { readStatus } from '../status/sync-total.ts';
import type { Store } from '../store/store.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { type Connection, createTestWorld, lost, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import { discardLockedWork, listLockedWork, unlockWork } from './unlock-work.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

let people = 0;
const newPerson = () => world.person(`locker${(people += 1)}@example.org`);

/** Restores the server from a backup older than this person's keys. */
async function restoreServer({ userId }: TestPerson): Promise<void> {
  const { db } = world.server.services;
  await db.execute(sql`delete from returned_keep_keys where user_id = ${userId}::uuid`);
  await db.execute(sql`delete from keep_keys where user_id = ${userId}::uuid`);
  await db.execute(sql`update feeds set epoch = gen_random_uuid() where name = ${feedName('own', userId)}`);
}

/** Logs a session offline and seals it at a sign-out. */
async function lockSession(device: TestDevice, lockedFiles: ReturnType<typeof memoryFiles>, title: string): Promise<TestDevice> {
  await device.sync();
  await ensureLockKey(device.store, device.ports);
  await device.mutate('videos.create', { payload: { title } });
  await lockWork(device.store, withFiles(device), lockedFiles);
  return device.restart();
}

const withFiles = ({ ports }: TestDevice) => ({ ...ports, files: memoryFiles() });

async function changeBundles(store: Store, change: (bundle: Bundle) => void): Promise<void> {
  const kept = new LockedWorkStore(store);
  await kept.bundles.toCollection().modify(change);
  kept.close();
}

/** Reduces a bundle to the format of app versions that named no key. */
const asBefore = (bundle: Bundle) => {
  delete bundle.publicKey;
  delete bundle.wrapped;
  delete bundle.keptAt;
  delete bundle.work;
  delete bundle.files;
};

const titles = async (person: TestPerson) =>
  (await person.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title).sort();

describe('work that was sealed before the server was restored', () => {
  it('opens after the device has returned its key to the server', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Locked');
    await restoreServer(anna);
    // Another device has already made the server create a new pair.
    await anna.call('GET', '/api/auth/keep-key');
    expect(await unlockWork(phone.store, phone.ports, kept)).toBe(true);
    await phone.sync();
    expect(await titles(anna)).toEqual(['Locked']);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 0, failed: 0 });
  });

  it('opens bundle by bundle, and shows the one that fails with its date', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    let phone = await lockSession(await world.device(anna), kept, 'Too early');
    await changeBundles(phone.store, (bundle) => {
      bundle.wrapped = null;
    });
    const lockedAt = phone.clock.now;
    await restoreServer(anna);
    for (const title of ['First', 'Second', 'Third']) {
      phone.clock.now += 60_000;
      phone = await lockSession(phone, kept, title);
    }
    await unlockWork(phone.store, phone.ports, kept);
    await phone.sync();
    expect(await titles(anna)).toEqual(['First', 'Second', 'Third']);
    const work = { changes: 1, files: 0, drafts: 0 };
    expect(await readSetting(phone.store, 'lockedWork')).toEqual([{ id: expect.any(String), reason: 'no-key', keptAt: lockedAt, work }]);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 1, failed: 1 });
  });

  it('opens once another device has returned the key, if an older version sealed it', async () => {
    const anna = await newPerson();
    const desk = await world.device(anna, 'desk');
    await desk.sync();
    await ensureLockKey(desk.store, desk.ports);
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Of an older version');
    await changeBundles(phone.store, asBefore);
    await restoreServer(anna);
    await unlockWork(phone.store, phone.ports, kept);
    expect(await readSetting(phone.store, 'lockedWork')).toMatchObject([{ reason: 'no-key', keptAt: null, work: null }]);

    await desk.sync();
    await ensureLockKey(desk.store, desk.ports);
    expect(await readSetting(desk.store, 'keepKeyReplacedAt')).toBeUndefined();
    await unlockWork(phone.store, phone.ports, kept);
    expect(await readSetting(phone.store, 'lockedWork')).toEqual([]);
    await phone.sync();
    expect(await titles(anna)).toEqual(['Of an older version']);
  });

  it('stays sealed and visible until discarded when the server cannot unwrap its key', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Lost');
    await kept.create('film').then(async (file) => {
      await file.write(new Uint8Array(8));
      await file.close();
    });
    await changeBundles(phone.store, (bundle) => {
      bundle.wrapped = `${bundle.wrapped?.slice(0, -8) ?? ''}AAAAAAAA`;
      bundle.files = ['film'];
    });
    await restoreServer(anna);
    expect(await unlockWork(phone.store, phone.ports, kept)).toBe(true);
    const [locked] = (await readSetting(phone.store, 'lockedWork')) ?? [];
    expect(locked).toMatchObject({ reason: 'no-key' });
    await discardLockedWork(phone.store, kept, locked?.id ?? '');
    expect(await readSetting(phone.store, 'lockedWork')).toEqual([]);
    expect(await kept.list()).toEqual([]);
    expect(await unlockWork(phone.store, { ...phone.ports, fetch: lost }, kept)).toBe(true);
  });

  it('is not delayed by a damaged bundle', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    let phone = await lockSession(await world.device(anna), kept, 'Damaged');
    await changeBundles(phone.store, (bundle) => {
      bundle.sealed = bundle.sealed.map((byte, place) => (place === 40 ? byte ^ 1 : byte));
    });
    phone = await lockSession(phone, kept, 'Whole');
    await unlockWork(phone.store, phone.ports, kept);
    await phone.sync();
    expect(await titles(anna)).toEqual(['Whole']);
    expect(await readSetting(phone.store, 'lockedWork')).toMatchObject([{ reason: 'damaged' }]);
  });

  it('is not delayed by a bundle with an invalid key, and reports the error', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    let phone = await lockSession(await world.device(anna), kept, 'Without a key');
    await changeBundles(phone.store, (bundle) => {
      bundle.ephemeral = { ...bundle.ephemeral, x: 'AAAA' };
    });
    phone = await lockSession(phone, kept, 'Whole');
    await expect(unlockWork(phone.store, phone.ports, kept)).rejects.toThrow('Invalid keyData');
    await phone.sync();
    expect(await titles(anna)).toEqual(['Whole']);
    expect(await readSetting(phone.store, 'lockedWork')).toMatchObject([{ reason: 'failed' }]);
  });
});

describe('a bundle without an answer about its key', () => {
  const work = { changes: 1, files: 0, drafts: 0 };
  const waiting = [{ id: expect.any(String), reason: 'no-answer', keptAt: expect.any(Number), work }];

  const lostCalls: [string, Connection['carry']][] = [
    ['neither call arrives', async () => lost()],
    ['the key cannot be returned', async ({ body }, pass) => (body ? lost() : pass())],
    ['the answer is cut off', async (_request, pass) => cutOff(await (await pass()).text())],
    ['the person is signed out', async () => new Response('<html>', { status: 401 })],
  ];
  it.each(lostCalls)('counts as pending and not as failed: %s', async (_name, carry) => {
    const anna = await newPerson();
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Waits');
    await restoreServer(anna);
    phone.connection.carry = carry;
    expect(await unlockWork(phone.store, phone.ports, kept)).toBe(false);
    expect(await readSetting(phone.store, 'lockedWork')).toEqual(waiting);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 1, failed: 0 });
  });

  it('is listed before the first request, and keeps the reason of an earlier attempt', async () => {
    const kept = memoryFiles();
    let phone = await lockSession(await world.device(await newPerson()), kept, 'Waits');
    await listLockedWork(phone.store);
    expect(await readSetting(phone.store, 'lockedWork')).toEqual(waiting);
    phone.connection.carry = async () => new Response('<html>', { status: 503 });
    await unlockWork(phone.store, phone.ports, kept);
    await listLockedWork(phone.store);
    expect(await readSetting(phone.store, 'lockedWork')).toMatchObject([{ reason: 'not-yet' }]);

    phone.connection.carry = (_request, pass) => pass();
    phone = await phone.restart();
    expect(await unlockWork(phone.store, phone.ports, kept)).toBe(true);
    await listLockedWork(phone.store);
    expect(await readSetting(phone.store, 'lockedWork')).toEqual([]);
  });
});

/** An answer that breaks off after a few bytes. */
const cutOff = (text: string) =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode(text.slice(0, 5)));
        body.error(new TypeError('terminated'));
      },
    }),
  );

describe('a bundle while the server does not provide its key', () => {
  const calls = [404, 429, 503].flatMap((status): [string, number, (body: string) => boolean][] => [
    ['the return of its key', status, (body) => body !== ''],
    ['the request for its key', status, (body) => body === ''],
  ]);
  it.each(calls)('is shown when %s gets %i', async (_call, status, isAnswered) => {
    const anna = await newPerson();
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Answered');
    await restoreServer(anna);
    phone.connection.carry = async ({ body }, pass) => (isAnswered(body) ? new Response('<html>', { status }) : pass());
    expect(await unlockWork(phone.store, phone.ports, kept)).toBe(false);
    const shown = [{ id: expect.any(String), reason: 'not-yet', keptAt: expect.any(Number), work: { changes: 1, files: 0, drafts: 0 } }];
    expect(await readSetting(phone.store, 'lockedWork')).toEqual(shown);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 1, failed: 1 });
    // The entry stays while there is no network.
    phone.connection.carry = async ({ body }, pass) => (isAnswered(body) ? lost() : pass());
    expect(await unlockWork(phone.store, phone.ports, kept)).toBe(false);
    expect(await readSetting(phone.store, 'lockedWork')).toEqual(shown);
  });
});

describe('sealed files that no bundle references', () => {
  const film = (kept: ReturnType<typeof memoryFiles>, name: string) => kept.contents.set(name, new Uint8Array(8));

  it('are deleted once every bundle lists its files', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Waits');
    film(kept, 'left');
    film(kept, 'named');
    await changeBundles(phone.store, (bundle) => {
      bundle.files = ['named'];
    });
    await unlockWork(phone.store, { ...phone.ports, fetch: lost }, kept);
    expect(await kept.list()).toEqual(['named']);
  });

  it('stay during a sign-out, which writes their bundle after the files', async () => {
    const kept = memoryFiles();
    const phone = await world.device(await newPerson());
    film(kept, 'being sealed');
    const leaving = () => unlockWork(phone.store, phone.ports, kept);
    await phone.ports.lock(`longline-cycle-${phone.store.userId}`, leaving);
    expect(await kept.list()).toEqual(['being sealed']);
  });

  it('stay while a bundle of an older version may need them', async () => {
    const anna = await newPerson();
    const kept = memoryFiles();
    const phone = await lockSession(await world.device(anna), kept, 'Waits');
    film(kept, 'left');
    await changeBundles(phone.store, asBefore);
    await unlockWork(phone.store, { ...phone.ports, fetch: lost }, kept);
    expect(await kept.list()).toEqual(['left']);
  });
});

describe('drafts in locked work', () => {
  const lockDraft = async (device: TestDevice, kept: ReturnType<typeof memoryFiles>, title: string): Promise<TestDevice> => {
    await device.sync();
    await ensureLockKey(device.store, device.ports);
    await saveDraft(device.store, device.ports, 'videos.create', { title });
    await lockWork(device.store, withFiles(device), kept);
    return device.restart();
  };
  const listed = async (store: Store) => (await listUnsentDrafts(store, 'videos')).map(({ title }) => title).sort();

  it('are restored next to each other and next to a newer draft', async () => {
    const kept = memoryFiles();
    let phone = await world.device(await newPerson());
    for (const title of ['First', 'Second']) phone = await lockDraft(phone, kept, title);
    await saveDraft(phone.store, phone.ports, 'videos.create', { title: 'Typed now' });
    await unlockWork(phone.store, phone.ports, kept);
    expect((await readDraft(phone.store, 'videos.create'))?.values).toEqual({ title: 'Typed now' });
    expect(await listed(phone.store)).toEqual(['First', 'Second', 'Typed now']);
    const spare = (await listUnsentDrafts(phone.store, 'videos')).find(({ title }) => title === 'First');
    expect(await takeUpSpare(phone.store, phone.ports, spare?.key ?? '')).toBe(true);
    expect((await readDraft(phone.store, 'videos.create'))?.values).toEqual({ title: 'First' });
    expect(await listed(phone.store)).toEqual(['First', 'Second', 'Typed now']);
  });

  it('leave the key free for an open form that is still blank', async () => {
    const kept = memoryFiles();
    const phone = await lockDraft(await world.device(await newPerson()), kept, 'Locked');
    await phone.ports.lock(formLock(phone.store.userId, 'videos.create'), () => unlockWork(phone.store, phone.ports, kept));
    expect(await readDraft(phone.store, 'videos.create')).toBeNull();
    expect(await listed(phone.store)).toEqual(['Locked']);
  });
});

describe('the key of a device that stayed signed in', () => {
  it('is returned once, and not checked again until the next restore', async () => {
    const anna = await newPerson();
    const phone = await world.device(anna);
    await phone.sync();
    await ensureLockKey(phone.store, phone.ports);
    const before = await readSetting(phone.store, 'keepKey');
    await restoreServer(anna);
    await phone.sync();
    await ensureLockKey(phone.store, phone.ports);
    const asked = phone.connection.sent.length;
    await ensureLockKey(phone.store, phone.ports);
    expect(phone.connection.sent).toHaveLength(asked);
    expect(await readSetting(phone.store, 'keepKey')).toEqual(before);
    const { body } = await anna.call<{ others: { publicKey: JsonWebKey }[] }>('GET', '/api/auth/keep-key');
    expect(body.others.map(({ publicKey }) => publicKey.x)).toEqual([before?.x]);
  });

  it('is replaced with a notice to its owner when the server cannot unwrap it', async () => {
    const anna = await newPerson();
    const phone = await world.device(anna);
    await phone.sync();
    await ensureLockKey(phone.store, phone.ports);
    // From an older server, which sent no wrapped copy.
    await phone.store.settings.put({ key: 'keepKeyHeld', value: { wrapped: null, epoch: null } });
    await restoreServer(anna);
    await phone.sync();
    await ensureLockKey(phone.store, phone.ports);
    expect(await readSetting(phone.store, 'keepKeyReplacedAt')).toBe(phone.clock.now);
    expect(await readStatus(phone.store)).toMatchObject({ failed: 1 });
    const { body } = await anna.call<{ publicKey: JsonWebKey }>('GET', '/api/auth/keep-key');
    expect(await readSetting(phone.store, 'keepKey')).toEqual(body.publicKey);
  });

  it('keeps its wrapped copy when an older server answers without one', async () => {
    const phone = await world.device(await newPerson());
    await phone.sync();
    await ensureLockKey(phone.store, phone.ports);
    const held = await readSetting(phone.store, 'keepKeyHeld');
    expect(held?.wrapped).toEqual(expect.any(String));
    await phone.store.settings.put({ key: 'keepKeyHeld', value: { wrapped: held?.wrapped ?? null, epoch: 'before the restore' } });
    phone.connection.carry = async (_request, pass) => {
      const { wrapped: _wrapped, ...older } = (await (await pass()).json()) as Record<string, unknown>;
      return Response.json(older);
    };
    await ensureLockKey(phone.store, phone.ports);
    expect(await readSetting(phone.store, 'keepKeyHeld')).toEqual(held);
  });
});
