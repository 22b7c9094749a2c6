import { beforeEach, expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { saveDraft } from '../store/drafts.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { isNewcomer } from './newcomer.ts';

const ME = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const OTHER = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const ROW = 'c0ffee00-1111-4222-8333-444455556666';

let store: Store;
let ports: Ports;

beforeEach(async () => {
  store = await openTestStore(ME);
  ports = testPorts({ clock: { now: Date.UTC(2026, 4, 1, 9) } });
  await writeSetting(store, 'lastSyncedAt', 1);
});

const befriend = (userId: string, status: 'pending' | 'accepted') =>
  store.view('friendships').put({
    id: ROW,
    userId,
    friendId: userId === ME ? OTHER : ME,
    status,
    createdAt: '2026-05-01T09:00:00.000Z',
    friendFirstName: null,
    friendLastName: null,
    friendEmail: null,
    friendProfileImageUrl: null,
    version: 1,
    feed: `own:${ME}`,
  });

it('counts a person without any data as a newcomer, even with a request from someone else', async () => {
  expect(await isNewcomer(store)).toBe(true);
  await befriend(OTHER, 'pending');
  expect(await isNewcomer(store)).toBe(true);
});

it('counts no one as a newcomer before the first full read', async () => {
  await store.settings.delete('lastSyncedAt');
  expect(await isNewcomer(store)).toBe(false);
});

it.each<[string, () => Promise<unknown>]>([
  ['a session', () => mutate(store, ports, 'videos.create', { id: ROW, payload: { title: 'Heel' } })],
  ['a dog', () => mutate(store, ports, 'dogs.create', { id: ROW, payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14' } })],
  [
    'a deleted dog',
    async () => {
      await mutate(store, ports, 'dogs.create', { id: ROW, payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14' } });
      await mutate(store, ports, 'dogs.delete', { params: { id: ROW } });
    },
  ],
  ['a cue', () => mutate(store, ports, 'cues.create', { id: ROW, payload: { name: 'Sit' } })],
  ['a program', () => mutate(store, ports, 'programs.create', { id: ROW, payload: { name: 'Class C' } })],
  ['a partner', () => befriend(OTHER, 'accepted')],
  ['a request to someone', () => befriend(ME, 'pending')],
  ['something typed', () => saveDraft(store, ports, 'dogs.create', { name: 'Fe' })],
])('does not count a person with %s as a newcomer', async (_what, have) => {
  await have();
  expect(await isNewcomer(store)).toBe(false);
});
