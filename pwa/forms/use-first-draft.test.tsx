// @vitest-environment jsdom
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveDraft } from '../../sync/store/drafts.ts';
import { markDraft } from '../../sync/store/marked-drafts.ts';
import { draftLock, savingKey } from '../../sync/store/draft-keys.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import type { Ports } from '../../sync/ports/ports.ts';
// Import the recovery up front: loading it on demand is slow on a busy machine.
import '../../sync/outbox/recover-saves.ts';
import type { Store } from '../../sync/store/store.ts';
import { openHookedStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { holdDraft } from './open-drafts.ts';
import { useFirstDraft } from './use-first-draft.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const LOG = 'c0ffee00-1111-4222-8333-444455556666';
/** Draft key of an edit: another form of the same row waits for the save. */
const KEY = `videos.update:${LOG}`;
const NEW = 'videos.create';

let ports: Ports;
let store: Store;
let hooks: Awaited<ReturnType<typeof openHookedStore>>['hooks'];
let root: Root;
let host: HTMLElement;
let drawn: string[];
const onRecovered = vi.fn<() => void>();
const onFailed = vi.fn<(error: unknown) => void>();

vi.mock('../sync/sync-provider.tsx', () => ({ useStore: () => store, usePorts: () => ports }));

beforeEach(async () => {
  ports = testPorts();
  ({ store, hooks } = await openHookedStore(KATE, 'phone'));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  drawn = [];
  vi.clearAllMocks();
});

afterEach(() => {
  root.unmount();
  host.remove();
});

function Form({ draftKey = KEY }) {
  const draft = useFirstDraft(draftKey, { onRecovered, onFailed });
  const text = draft === undefined ? 'nothing' : draft === null ? 'empty' : `draft ${String(draft.values['title'])}`;
  if (drawn.at(-1) !== text) drawn.push(text);
  return text;
}

const change = (title: string): FormChange => ({ call: 'videos.update', id: LOG, payload: { title }, mediaId: null });
const creation: FormChange = { call: 'videos.create', id: LOG, payload: { title: 'Heel' }, mediaId: null };
const marked = (title = 'Heel', key = KEY, saving = change(title)) => ({
  key,
  values: { title },
  mediaId: null,
  saving,
  updatedAt: ports.now(),
});
/** Creates the session that the tests edit. */
const logSession = () => mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Sit' } });

it('opens empty at once while another tab is still saving a new session', async () => {
  await markDraft(store, marked('Heel', NEW, creation));
  let finish = () => {};
  void ports.lock(draftLock(KATE, savingKey(NEW, creation)), () => new Promise<void>((resolve) => (finish = resolve)));
  root.render(<Form draftKey={NEW} />);
  await expect.poll(() => host.textContent).toBe('empty');
  expect(await store.outbox.count()).toBe(0);
  finish();
  await expect.poll(() => store.outbox.count()).toBe(1);
  expect(onRecovered).not.toHaveBeenCalled();
  expect(drawn).toEqual(['nothing', 'empty']);
});

it('opens empty although an older version marked a new session under the same key, and creates that session once', async () => {
  await store.drafts.put(marked('Heel', NEW, creation));
  root.render(<Form draftKey={NEW} />);
  await expect.poll(() => host.textContent).toBe('empty');
  await expect.poll(() => store.outbox.count()).toBe(1);
  await expect.poll(() => store.drafts.count()).toBe(0);
  expect(onRecovered).not.toHaveBeenCalled();
});

it('closes without showing the draft if the app ended during its save, and changes the session once', async () => {
  await logSession();
  await markDraft(store, marked());
  root.render(<Form />);
  await expect.poll(() => onRecovered.mock.calls.length).toBe(1);
  expect(drawn).toEqual(['nothing']);
  expect((await store.outbox.toArray()).map(({ payload }) => payload)).toMatchObject([{ title: 'Heel' }]);
});

it('waits while another tab is still saving the same row', async () => {
  await markDraft(store, marked());
  let finish = () => {};
  void ports.lock(draftLock(KATE, KEY), () => new Promise<void>((resolve) => (finish = resolve)));
  root.render(<Form />);
  await expect.poll(() => host.textContent).toBe('nothing');
  // The save of the other tab failed: its draft is an ordinary one again.
  await saveDraft(store, ports, KEY, { title: 'Heel' });
  finish();
  await expect.poll(() => host.textContent).toBe('draft Heel');
  expect(onRecovered).not.toHaveBeenCalled();
  expect(await store.outbox.count()).toBe(0);
});

it('opens empty after another form in this tab has saved', async () => {
  await logSession();
  const close = holdDraft(KATE, KEY);
  await markDraft(store, marked());
  close(ports.now());
  root.render(<Form />);
  await expect.poll(() => host.textContent).toBe('empty');
  expect(drawn).toEqual(['nothing', 'empty']);
  expect(onRecovered).not.toHaveBeenCalled();
  // Reset this tab's state, which otherwise lasts as long as the page.
  holdDraft(KATE, KEY)(null);
});

it('keeps its first draft when its own save marks the draft', async () => {
  await saveDraft(store, ports, KEY, { title: 'Heel' });
  root.render(<Form />);
  await expect.poll(() => host.textContent).toBe('draft Heel');
  await markDraft(store, marked('Heel, faster'));
  await store.drafts.delete(KEY);
  await saveDraft(store, ports, 'dogs.create', {});
  expect(drawn).toEqual(['nothing', 'draft Heel']);
  expect(onRecovered).not.toHaveBeenCalled();
});

it('reports that the device is too full to write the save', async () => {
  await logSession();
  await markDraft(store, marked());
  hooks.beforeWrite = (table) => {
    if (table === 'shadow') throw new DOMException('Full', 'QuotaExceededError');
  };
  root.render(<Form />);
  await expect.poll(() => onFailed.mock.calls.length).toBe(1);
  expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ name: 'DeviceFull' });
  // Another attempt, of the start of the app, would succeed as soon as there is room.
  expect(await store.drafts.get(KEY)).toHaveProperty('saving');
});

it('holds the draft until the write ends, even if the form has unmounted', async () => {
  const free = vi.fn<() => void>();
  let written = () => {};
  const writing = new Promise<void>((resolve) => (written = resolve));
  let released: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, body: () => Promise<void>) => (released = body());
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  holdDraft(KATE, 'dogs.create')(ports.now(), writing);
  void released.then(free);
  await new Promise((resolve) => setTimeout(resolve));
  expect(free).not.toHaveBeenCalled();
  written();
  await expect.poll(() => free.mock.calls.length).toBe(1);
  Reflect.deleteProperty(navigator, 'locks');
});
