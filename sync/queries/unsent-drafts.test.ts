import { beforeEach, expect, it } from 'vitest';
import { saveDraft } from '../store/drafts.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { waitingDraft } from '../media/shared-files.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listUnsentDrafts } from './unsent-drafts.ts';

const LOG = 'c0ffee00-1111-4222-8333-444455556666';
const SET = '2c3e4f5a-7b1d-4b6c-8d7e-9f0a1b2c3d4e';
const FILM = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const clock = { now: 1 };

let store: Store;
let ports: Ports;

beforeEach(async () => {
  store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  clock.now = Date.UTC(2026, 4, 1, 9);
  ports = testPorts({ clock });
});

const save = async (...draft: [key: string, values: Record<string, unknown>, mediaId?: string | null]) => {
  clock.now += 1;
  await saveDraft(store, ports, ...draft);
};

it('lists drafts of new sessions, session changes, comments, exercises and the profile, newest first', async () => {
  await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Heel' } });
  await save('videos.create', { title: ' Send-away ' });
  await save(`videos.update:${LOG}`, { title: 'Heel, much faster' });
  await save(`comments.create:${LOG}`, { content: 'Lovely' });
  await mutate(store, ports, 'sets.create', { id: SET, payload: { videoId: LOG, exercise: 'Recall' } });
  await save(`sets.create:${LOG}`, { exercise: 'Send-away' });
  await save(`sets.update:${SET}`, { distanceM: '30' });
  await save('profile.update', { bio: 'Trains in all weathers' });
  await save('dogs.create', { name: 'Fen' });
  expect((await listUnsentDrafts(store, 'videos')).map(({ kind, title, rowId }) => [kind, title, rowId])).toEqual([
    ['profile', '', ''],
    ['exerciseChanges', 'Recall', SET],
    ['exercise', 'Heel', LOG],
    ['comment', 'Heel', LOG],
    ['changes', 'Heel', LOG],
    ['new', 'Send-away', ''],
  ]);
  expect(await listUnsentDrafts(store, 'dogs')).toMatchObject([{ kind: 'new', title: 'Fen' }]);
});

it('includes a file waiting for its session, and leaves out one still being recorded', async () => {
  await save(waitingDraft(FILM), {}, FILM);
  const row = { id: FILM, state: 'writing', posterState: 'none', entity: 'videos', entityId: null };
  await store.media.add(row as never);
  expect(await listUnsentDrafts(store, 'videos')).toEqual([]);
  await store.media.update(FILM, { state: 'kept' });
  expect(await listUnsentDrafts(store, 'videos')).toMatchObject([{ kind: 'new', title: '', mediaId: FILM }]);
});

it('leaves out the draft of an interrupted save', async () => {
  const saving = { call: 'videos.create', id: LOG, payload: { title: 'Heel' }, mediaId: null } as const;
  await store.drafts.put({ key: 'videos.create', values: { title: 'Heel' }, mediaId: null, saving, updatedAt: 1 });
  expect(await listUnsentDrafts(store, 'videos')).toEqual([]);
});

it('marks a change whose row is no longer on this device', async () => {
  await save(`videos.update:${LOG}`, { title: 'Heel' });
  await save(`comments.create:${LOG}`, { content: 'Lovely' });
  const drafts = await listUnsentDrafts(store, 'videos');
  expect(drafts.map(({ kind, orphaned }) => [kind, orphaned])).toEqual([
    ['comment', false],
    ['changes', true],
  ]);
});

it('lists all drafts even if the values of one are damaged', async () => {
  await save('videos.create', { title: 'Heel' });
  await store.drafts.put({ key: 'videos.create~spare', values: null as never, mediaId: null, updatedAt: 1 });
  expect((await listUnsentDrafts(store, 'videos')).map(({ title }) => title)).toEqual(['Heel', '']);
});
