import { beforeEach, expect, test } from 'vitest';
import { discardDraft, readDraft, saveDraft } from '../store/drafts.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { recoverMedia } from './recover-media.ts';
import { acceptShared, draftForNewSession, refuseShared, storeSharedFiles } from './shared-files.ts';
import type { Store } from '../store/store.ts';
import { unsyncedWork } from '../sign-out/sign-out.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const film = (name: string) => new File([filmBytes(5_000)], name, { type: 'video/mp4' });

let store: Store;
let ports: Ports;
let clock: { now: number };
beforeEach(async () => {
  store = await openTestStore(USER);
  clock = { now: Date.UTC(2026, 4, 1, 9) };
  ports = mediaPorts({ clock, storageUse: { usage: 0, quota: 1_000_000_000 } });
});

test('keeps each shared file with a draft of its own, beside typed drafts, and deletes none', async () => {
  await saveDraft(store, ports, 'videos.create', { title: 'Half typed' }, null);
  const { mediaId, refusal } = await storeSharedFiles(store, ports, {
    files: [film('a.mp4'), film('b.mp4')],
    title: ' Send-away ',
    text: '',
    isOwn: true,
  });
  expect(refusal).toBeNull();
  clock.now += 9 * 86_400_000;
  await recoverMedia(store, ports);
  expect(await store.media.where('state').equals('kept').count()).toBe(2);

  const shared = await draftForNewSession(store, mediaId);
  expect(await readDraft(store, shared)).toMatchObject({ mediaId, values: { title: 'Send-away', description: '' } });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Send-away' }, clearDraft: shared, mediaId: mediaId! });
  // When the person opens the dialog, it shows the typed draft first, then the file that still waits.
  expect(await draftForNewSession(store, mediaId)).toBe('videos.create');
  await discardDraft(store, 'videos.create');
  const waiting = await readDraft(store, await draftForNewSession(store, null));
  expect(await store.media.get(waiting!.mediaId!)).toMatchObject({ name: 'b.mp4', entityId: null });
  await discardDraft(store, waiting!.key);
  expect(await draftForNewSession(store, null)).toBe('videos.create');
});

test('stores neither row nor draft of a rejected file, and returns the reason', async () => {
  const text = new File(['hello'], 'plan.txt', { type: 'text/plain' });
  expect(await storeSharedFiles(store, ports, { files: [text], title: '', text: '', isOwn: true })).toEqual({
    mediaId: null,
    refusal: 'wrong_type',
  });
  const full = mediaPorts({ clock, storageUse: { usage: 90, quota: 100 } });
  expect(await storeSharedFiles(store, full, { files: [film('a.mp4')], title: '', text: '', isOwn: true })).toEqual({
    mediaId: null,
    refusal: 'no_room',
  });
  expect(await store.drafts.count(), 'drafts').toBe(0);
  expect(await store.media.count(), 'media').toBe(0);
});

test('offers files from an unknown sender only once they are accepted', async () => {
  const files = [film('a.mp4'), film('b.mp4')];
  const { mediaId } = await storeSharedFiles(store, ports, { files, title: ' Send-away ', text: 'Field 2', isOwn: false });
  expect(await store.drafts.count()).toBe(0);
  await acceptShared(store, ports, mediaId!);
  expect((await store.drafts.toArray()).map(({ values }) => values)).toEqual(
    Array.from({ length: 2 }, () => ({ title: 'Send-away', description: 'Field 2' })),
  );
  expect(await refuseShared(store, ports, mediaId!)).toBe(false);
  clock.now += 9 * 86_400_000;
  await recoverMedia(store, ports);
  expect(await store.media.where('state').equals('kept').count()).toBe(2);
});

test('deletes files from an unknown sender when they are refused, and after eleven minutes when no page accepts them', async () => {
  const share = () => storeSharedFiles(store, ports, { files: [film('a.mp4')], title: '', text: '', isOwn: false });
  const { mediaId } = await share();
  expect(await refuseShared(store, ports, mediaId!)).toBe(true);
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
  await share();
  clock.now += 11 * 60_000;
  await recoverMedia(store, ports);
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});

test('deletes at the next start a file that was still being written for an unknown sender', async () => {
  void storeSharedFiles(store, creating(ports, neverWritten), { files: [film('a.mp4')], title: '', text: '', isOwn: false });
  await expect.poll(() => store.media.toArray()).toMatchObject([{ state: 'writing' }]);

  // The browser has ended the service worker, so no locks are held.
  const again = { ...mediaPorts({ clock }), files: ports.files };
  await recoverMedia(store, again);
  expect(await store.media.count()).toBe(0);
});

test('marks a half-written file from a page of Longline as lost at the next start', async () => {
  void storeSharedFiles(store, creating(ports, neverWritten), { files: [film('a.mp4')], title: '', text: '', isOwn: true });
  await expect.poll(() => store.media.toArray()).toMatchObject([{ state: 'writing' }]);
  await recoverMedia(store, { ...mediaPorts({ clock }), files: ports.files });
  expect(await store.media.toArray()).toMatchObject([{ state: 'failed', lastError: { code: 'lost' } }]);
});

test('counts files from an unknown sender as the person’s work only once they are accepted', async () => {
  const { mediaId } = await storeSharedFiles(store, ports, { files: [film('a.mp4')], title: '', text: '', isOwn: false });
  expect(await unsyncedWork(store)).toEqual({ changes: 0, files: 0, drafts: 0 });
  await acceptShared(store, ports, mediaId!);
  expect(await unsyncedWork(store)).toEqual({ changes: 0, files: 1, drafts: 1 });
});

test('stores nothing of an unreadable file that was shared together with a readable one', async () => {
  let created = 0;
  const secondGone = creating(ports, async (name) => {
    created += 1;
    if (created === 2) throw new DOMException('gone', 'NotReadableError');
    return ports.files.create(name);
  });
  const { mediaId, refusal } = await storeSharedFiles(store, secondGone, {
    files: [film('a.mp4'), film('b.mp4')],
    title: '',
    text: '',
    isOwn: false,
  });
  expect(refusal).toBe('unreadable');
  await acceptShared(store, ports, mediaId!);
  expect(await store.media.count(), 'media').toBe(1);
  expect(await store.drafts.count(), 'drafts').toBe(1);
});

/** The ports of a device, with another way to create files. */
const creating = ({ files, ...others }: Ports, create: Ports['files']['create']): Ports => ({
  ...others,
  files: {
    create,
    open: (name) => files.open(name),
    delete: (name) => files.delete(name),
    list: () => files.list(),
    estimate: () => files.estimate(),
  },
});
/** Never resolves, as if the browser ended the service worker during the write. */
const neverWritten = () => new Promise<never>(() => {});
