import { beforeEach, expect, test } from 'vitest';
import { mutate } from '../../sync/outbox/mutate.ts';
import type { Store } from '../../sync/store/store.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { currentToast, dismissToast } from '../components/toast-store.ts';
import { tellWhenRefused } from './tell-when-refused.ts';

const PATIENCE = { timeout: 20_000 };
let store: Store;
let key: string | null;

beforeEach(async () => {
  dismissToast(currentToast()?.serial ?? -1);
  store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  ({ key } = await mutate(store, testPorts(), 'dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-03' } }));
});

const refuse = (message: string) =>
  store.outbox.toCollection().modify({ state: 'refused', lastError: { status: 422, code: 'invalid', message } });
const toast = () => currentToast()?.description;

test("shows the first of several refusals, with R34's message", async () => {
  tellWhenRefused(store, [{ key: null }, { key }, { key, failed: 'Failed to add the rest' }], 'Failed to add dog');
  expect(toast()).toBeUndefined();
  await refuse('Not a date');
  await expect.poll(toast, PATIENCE).toBe('Failed to add dog');
  expect(currentToast()?.tone).toBe('destructive');
});

test("uses a change's own message if it has one", async () => {
  tellWhenRefused(store, [{ key: null }, { key, failed: 'Failed to add the rest' }], 'Failed to add dog');
  await refuse('Not a date');
  await expect.poll(toast, PATIENCE).toBe('Failed to add the rest');
});

test("with inServersWords, shows the server's message", async () => {
  tellWhenRefused(store, [{ key }], 'Failed to add dog', { inServersWords: true });
  await refuse('Not a date');
  await expect.poll(toast, PATIENCE).toBe('Not a date');
});
