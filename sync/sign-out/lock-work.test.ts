import { beforeAll, describe, expect, it, vi } from 'vitest';
import { KeepKeyAnswer } from '../../api/contract/online-calls.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { ensureLockKey, fetchKeyPairs } from './lock-key.ts';
import { canLockWork, lockWork } from './lock-work.ts';
import { listSessions } from '../queries/sessions.ts';
import { discard } from '../outbox/queue-actions.ts';
import { openSeal, sealFor } from './seal.ts';
import { readSetting } from '../store/settings.ts';
import { unsyncedWork } from './sign-out.ts';
import { mutate } from '../outbox/mutate.ts';
import { keptFile } from '../testing/kept-file.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { openHookedStore } from '../testing/open-test-store.ts';
import { createTestWorld, lost, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import { unlockWork } from './unlock-work.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

const filmed = new Uint8Array(9 * 1_048_576).map((_byte, place) => place % 251);

const picked = (id: string, entityId: string): DeviceMedia => keptFile({ id, entityId, name: 'field.mp4', size: filmed.length });

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')), { once: true }),
  );

describe('unsynced work at sign-out', () => {
  it('is sealed on the device and restored with its files only at the same person’s next sign-in', async () => {
    const anna = await world.person('anna@example.org');
    const ben = await world.person('ben@example.org');
    const phone = await world.device(anna);
    const lockedFiles = memoryFiles();
    const files = memoryFiles();
    const ports = { ...phone.ports, files };
    await phone.sync();
    expect(await canLockWork(phone.store)).toBe(false);
    await ensureLockKey(phone.store, ports);
    expect(await canLockWork(phone.store)).toBe(true);

    // Offline in the field.
    phone.connection.carry = lost;
    const session = await phone.mutate('videos.create', { payload: { title: 'A secret session' } });
    files.contents.set('media-1', filmed);
    await phone.store.media.put(picked('media-1', session.id));
    const draft = { key: 'videos.create', values: { title: 'Next' }, mediaId: null, updatedAt: 1 };
    await phone.store.drafts.put({
      ...draft,
      saving: { call: 'videos.create', id: session.id, payload: { title: 'Next' }, mediaId: null },
    });
    expect(await unsyncedWork(phone.store)).toEqual({ changes: 1, files: 1, drafts: 1 });
    await lockWork(phone.store, ports, lockedFiles);

    expect(files.contents.size).toBe(0);
    const sealed = lockedFiles.contents.get('media-1');
    expect(sealed?.length).toBeGreaterThan(filmed.length);
    expect(Buffer.from(sealed ?? []).includes(Buffer.from(filmed.slice(0, 64)))).toBe(false);

    const again = await phone.restart();
    const portsAgain = { ...again.ports, files };
    expect(await unsyncedWork(again.store)).toEqual({ changes: 0, files: 0, drafts: 0 });
    again.connection.carry = ({ path, headers }) => ben.send(path, { headers });
    expect(await unlockWork(again.store, portsAgain, lockedFiles)).toBe(false);

    // The connection stalls.
    again.connection.carry = () => new Promise(() => {});
    const fetch = (request: Request) => Promise.race([portsAgain.fetch(request), rejectedBy(request.signal)]);
    expect(await unlockWork(again.store, { ...portsAgain, fetch, sleep: async () => {} }, lockedFiles)).toBe(false);

    again.connection.carry = (_request, pass) => pass();
    expect(await unlockWork(again.store, portsAgain, lockedFiles)).toBe(true);
    const [card] = await listSessions(again.store, { scope: 'all', limit: 1 });
    expect(card).toMatchObject({ video: { title: 'A secret session' }, media: { id: 'media-1', state: 'kept' }, sync: { state: 'saved' } });
    // It is an ordinary draft now, because the person may have logged it on another device since.
    expect(await again.store.drafts.toArray()).toEqual([draft]);
    expect(Buffer.compare(files.contents.get('media-1') ?? new Uint8Array(), filmed)).toBe(0);
    expect(lockedFiles.contents.size).toBe(0);
    await again.sync();
    expect((await anna.call<{ title: string }[]>('GET', '/api/videos')).body).toMatchObject([{ title: 'A secret session' }]);
    // Nothing is left to restore a second time.
    expect(await unlockWork(again.store, { ...portsAgain, fetch: lost }, lockedFiles)).toBe(true);
  });

  it('is restored without a damaged file, which is marked as failed', async () => {
    const ivy = await world.person('ivy@example.org');
    const phone = await world.device(ivy);
    const lockedFiles = memoryFiles();
    const files = memoryFiles();
    await ensureLockKey(phone.store, phone.ports);
    const session = await phone.mutate('videos.create', { payload: { title: 'With a film' } });
    for (const id of ['whole', 'damaged']) {
      files.contents.set(id, filmed);
      await phone.store.media.put(picked(id, session.id));
    }
    const draft = { key: 'dogs.create', values: { name: 'Fen' }, mediaId: null, updatedAt: 1 };
    await phone.store.drafts.put(draft);
    await lockWork(phone.store, { ...phone.ports, files }, lockedFiles);
    const sealed = lockedFiles.contents.get('damaged') as Uint8Array;
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;

    const back = await phone.restart();
    expect(await unlockWork(back.store, { ...back.ports, files }, lockedFiles)).toBe(true);
    expect(await back.store.drafts.toArray()).toEqual([draft]);
    expect(await back.store.media.get('whole')).toMatchObject({ state: 'kept', fileName: 'whole' });
    expect(await back.store.media.get('damaged')).toMatchObject({
      state: 'failed',
      fileName: null,
      lastError: { status: 0, code: 'damaged' },
    });
    expect([...files.contents.keys()]).toEqual(['whole']);
    expect(lockedFiles.contents.size).toBe(0);
    expect((await readSetting(back.store, 'lockedWork')) ?? []).toEqual([]);
    expect(await unsyncedWork(back.store)).toMatchObject({ changes: 1, drafts: 1 });
  });

  it('is sealed completely when another tab saves something meanwhile', async () => {
    const eve = await world.person('eve@example.org');
    const phone = await world.device(eve);
    await ensureLockKey(phone.store, phone.ports);
    await phone.mutate('videos.create', { payload: { title: 'First' } });
    const { store: otherTab } = await openHookedStore(eve.userId, 'phone');
    const kept = memoryFiles();
    let saves = 0;
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const spied = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
      saves += 1;
      if (saves <= 2) await mutate(otherTab, phone.ports, 'videos.create', { payload: { title: `Saved meanwhile ${saves}` } });
      return encrypt(...given);
    });
    await lockWork(phone.store, phone.ports, kept).finally(() => spied.mockRestore());
    const back = await phone.restart();
    expect(await unsyncedWork(back.store)).toEqual({ changes: 0, files: 0, drafts: 0 });
    expect(await unlockWork(back.store, back.ports, kept)).toBe(true);
    await back.sync();
    const { body } = await eve.call<{ title: string }[]>('GET', '/api/videos');
    expect(body.map(({ title }) => title).sort()).toEqual(['First', 'Saved meanwhile 1', 'Saved meanwhile 2']);
  });

  it('does not restore a partnership that the other person withdrew meanwhile', async () => {
    const [fay, gus] = [await world.person('fay@example.org'), await world.person('gus@example.org')];
    const phone = await world.device(fay);
    await ensureLockKey(phone.store, phone.ports);
    const { id } = (await gus.call<{ id: string }>('POST', '/api/friendships', { friendId: fay.userId })).body;
    await phone.sync();
    const accepted = await phone.mutate('friendships.accept', { payload: { status: 'accepted' }, params: { id } });
    const kept = memoryFiles();
    await lockWork(phone.store, phone.ports, kept);
    await gus.call('POST', `/api/friendships/${id}/withdraw`);
    const back = await phone.restart();
    await back.sync();
    expect(await unlockWork(back.store, back.ports, kept)).toBe(true);
    await back.sync();
    expect(await back.store.outbox.toArray()).toMatchObject([{ key: accepted.key, state: 'refused' }]);
    await discard(back.store, back.ports, accepted.key ?? '');
    expect(await back.store.view('friendships').toArray()).toEqual([]);
  });

  it('opens only with its owner’s key', async () => {
    const [carl, dora] = [await world.person('carl@example.org'), await world.person('dora@example.org')];
    const [hers, his] = [await world.device(dora), await world.device(carl)];
    const keyOf = async ({ ports }: TestDevice, userId: string) => KeepKeyAnswer.parse(await fetchKeyPairs(ports, userId));
    const [dorasKey, carlsKey] = [await keyOf(hers, dora.userId), await keyOf(his, carl.userId)];
    const seal = await sealFor(dorasKey.publicKey);
    const sealed = await seal.encrypt(new TextEncoder().encode('Notes'));
    const open = await openSeal(dorasKey.privateKey, seal.ephemeral);
    expect(new TextDecoder().decode(await open(sealed))).toBe('Notes');
    await expect((await openSeal(carlsKey.privateKey, seal.ephemeral))(sealed)).rejects.toMatchObject({ name: 'OperationError' });
    expect(await fetchKeyPairs(hers.ports, dora.userId)).toMatchObject({
      publicKey: dorasKey.publicKey,
      privateKey: dorasKey.privateKey,
    });
  });
});
