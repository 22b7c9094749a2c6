// @vitest-environment jsdom
import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mutate } from '../../sync/outbox/mutate.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { type Save, useSave } from './use-save.ts';
import { writesOfPage } from './while-writing.ts';

let store: Store;
let ports: Ports;
let root: Root;
let save: Save | null;
const register = vi.fn<(tag: string) => Promise<void>>(async () => undefined);

vi.mock('./sync-provider.tsx', () => ({ useStore: () => store, usePorts: () => ports }));

beforeEach(async () => {
  store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  ports = testPorts();
  register.mockClear();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready: Promise.resolve({ sync: { register } }) } });
  save = null;
  root = createRoot(document.createElement('div'));
  root.render(<Saver />);
  await vi.waitUntil(() => save);
});

afterEach(() => root.unmount());

function Saver() {
  const current = useSave();
  useEffect(() => {
    save = current;
  }, [current]);
  return null;
}

const open = () => writesOfPage().begun - writesOfPage().ended;

test('a save counts as open until its change is stored; then Background Sync is asked for', async () => {
  const saved = save?.((held, itsPorts) => mutate(held, itsPorts, 'cues.create', { payload: { name: 'Sit' } }));
  expect(open()).toBe(1);
  await saved;
  expect(open()).toBe(0);
  expect(await store.outbox.toArray()).toMatchObject([{ call: 'cues.create' }]);
  await expect.poll(() => register.mock.calls.length).toBe(1);
});

test('passes the error of a failed save on, and does not ask for Background Sync', async () => {
  await expect(save?.(() => Promise.reject(new Error('Full')))).rejects.toThrow('Full');
  expect(open()).toBe(0);
  expect(register).not.toHaveBeenCalled();
});
