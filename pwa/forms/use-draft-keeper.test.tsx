// @vitest-environment jsdom
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recoverSaves } from '../../sync/outbox/recover-saves.ts';
import { unwrittenLock } from '../../sync/sign-out/leaving-channel.ts';
import { clearIf } from '../../sync/sign-out/sign-out.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { draftLock, savingKey } from '../../sync/store/draft-keys.ts';
import { saveDraft } from '../../sync/store/drafts.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import type { Store } from '../../sync/store/store.ts';
import { openHookedStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { takeUpLastWords } from '../sync/last-words.ts';
import { writeUnwritten } from '../sync/unwritten-words.ts';
import { type DraftKeeper, useDraftKeeper } from './use-draft-keeper.ts';
import { useMarkedSave } from './use-marked-save.ts';
import type { PickedMedia } from './use-picked-media.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const A = 'c0ffee00-1111-4222-8333-444455556666';
const B = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const KEY = 'videos.create';
const BLANK = { title: '' };

let ports: Ports;
let store: Store;
let hooks: Awaited<ReturnType<typeof openHookedStore>>['hooks'];
let root: Root;

vi.mock('../sync/sync-provider.tsx', () => ({ useStore: () => store, usePorts: () => ports }));

beforeEach(async () => {
  opened.clear();
  ports = testPorts();
  ({ store, hooks } = await openHookedStore(KATE, 'phone'));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => root.unmount());

interface Opened {
  type: (title: string) => void;
  keeper: DraftKeeper;
  /** Marks the draft, as a tap on Save does. */
  tap: (title: string) => void;
  write: (title: string) => Promise<unknown>;
}

const opened = new Map<string, Opened>();
const creation = (id: string, title: string): FormChange => ({ call: 'videos.create', id, payload: { title }, mediaId: null });
// No file is picked.
const picked = { expected: () => null, settled: async () => null } as unknown as PickedMedia;

/** The form of a new session. `id` is the id of the session's row. */
function Form({ id }: { id: string }) {
  const form = useForm({ defaultValues: BLANK });
  const keeper = useDraftKeeper(KEY, form, BLANK);
  const { mark, write } = useMarkedSave({
    keeper,
    form,
    picked,
    seen: undefined,
    saving: { changeOf: ({ title }: { title: string }) => creation(id, title) },
  });
  useEffect(() => {
    opened.set(id, {
      type: (title) => form.setValue('title', title, { shouldDirty: true }),
      keeper,
      tap: (title) => {
        keeper.settle();
        mark({ title });
      },
      write: (title) => write({ title }),
    });
  });
  return null;
}

const form = (id: string): Opened => {
  const found = opened.get(id);
  if (!found) throw new Error('The form is not open');
  return found;
};

async function openBoth(): Promise<void> {
  root.render([<Form key={A} id={A} />, <Form key={B} id={B} />]);
  await expect.poll(() => opened.size).toBe(2);
}

const drafts = async () => Object.fromEntries((await store.drafts.toArray()).map(({ key, values }) => [key, values['title']]));
const titles = async () => (await store.view('videos').toArray()).map(({ title }) => title).toSorted();

it('keeps the text of a second form while the save of the first is not written yet', async () => {
  await openBoth();
  form(A).type('Heel');
  await form(A).keeper.keep();
  form(A).tap('Heel');
  form(B).type('Send-away');
  await form(B).keeper.keep();
  expect(await drafts()).toEqual({ [KEY]: 'Send-away', [savingKey(KEY, creation(A, ''))]: 'Heel' });
  await form(A).write('Heel');
  expect(await drafts()).toEqual({ [KEY]: 'Send-away' });
  form(B).tap('Send-away');
  await form(B).write('Send-away');
  expect(await drafts()).toEqual({});
  expect(await titles()).toEqual(['Heel', 'Send-away']);
});

it('keeps the text of a second form when the next start completes the save of the first', async () => {
  await openBoth();
  form(A).tap('Heel');
  form(B).type('Send-away');
  form(B).tap('Send-away');
  await recoverSaves(store, ports);
  await form(B).write('Send-away');
  expect(await titles()).toEqual(['Heel', 'Send-away']);
  expect(await drafts()).toEqual({});
});

it('continues with a draft of its own if its save fails after another form has used its key', async () => {
  await openBoth();
  form(A).type('Heel');
  form(A).tap('Heel');
  form(B).type('Send-away');
  await form(B).keeper.keep();
  hooks.beforeWrite = (table) => {
    if (table === 'shadow') throw new DOMException('Full', 'QuotaExceededError');
  };
  await expect(form(A).write('Heel')).rejects.toMatchObject({ name: 'DeviceFull' });
  hooks.beforeWrite = () => {};
  form(A).keeper.resume();
  form(A).type('Heel, slower');
  await form(A).keeper.keep();
  expect(await drafts()).toEqual({ [KEY]: 'Send-away', [`${KEY}~${A}`]: 'Heel, slower' });
  form(A).tap('Heel, slower');
  await form(A).write('Heel, slower');
  expect(await drafts()).toEqual({ [KEY]: 'Send-away' });
  expect(await titles()).toEqual(['Heel, slower']);
});

it('stores the latest text on request, and holds a lock until it is stored', async () => {
  const held: string[] = [];
  const request = async (name: string, _options: object, body: () => Promise<void>) => {
    held.push(name);
    await body();
    held.splice(held.indexOf(name), 1);
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  await openBoth();
  form(A).type('Heel');
  expect(held).toContain(unwrittenLock(KATE));
  expect(await drafts()).toEqual({});
  await writeUnwritten();
  expect(await drafts()).toEqual({ [KEY]: 'Heel' });
  expect(held).not.toContain(unwrittenLock(KATE));
  form(A).type('Heel, slower');
  expect(held).toContain(unwrittenLock(KATE));
  await form(A).keeper.discard();
  await expect.poll(() => held).not.toContain(unwrittenLock(KATE));
  Reflect.deleteProperty(navigator, 'locks');
});

it('keeps what was typed in a form that closed just before the page ended', async () => {
  await openBoth();
  hooks.beforeWrite = () => {
    throw new Error('The page has ended');
  };
  form(A).type('Heel');
  root.render([]);
  await expect.poll(() => localStorage.length).toBe(1);
  hooks.beforeWrite = () => {};
  await takeUpLastWords(store);
  expect(await drafts()).toEqual({ [KEY]: 'Heel' });
});

it('keeps what was typed while an earlier write was under way, if the page ends before the next one', async () => {
  await openBoth();
  let writes = 0;
  hooks.beforeWrite = () => {
    writes += 1;
    if (writes === 1) {
      // The form closes during its first write.
      form(A).type('Heel, slower');
      flushSync(() => root.render([]));
    } else throw new Error('The page has ended');
  };
  form(A).type('Heel');
  await form(A).keeper.keep();
  hooks.beforeWrite = () => {};
  await expect.poll(() => localStorage.length).toBe(1);
  await takeUpLastWords(store);
  expect(await drafts()).toEqual({ [KEY]: 'Heel, slower' });
});

it('leaves the draft of another tab alone when it closes at once, and no copy outside the store', async () => {
  const otherTab = { name: draftLock(KATE, KEY), mode: 'shared', clientId: 'other' };
  const left = vi.spyOn(Storage.prototype, 'setItem');
  const query = async () => {
    // The form closes before the answer arrives.
    await expect.poll(() => left.mock.calls.length).toBe(1);
    return { held: [otherTab] };
  };
  const request = async (_name: string, ...rest: unknown[]) => (rest.at(-1) as () => unknown)();
  Object.defineProperty(navigator, 'locks', { value: { query, request }, configurable: true });
  await openBoth();
  await saveDraft(store, ports, KEY, { title: 'Send-away' });
  form(A).type('Heel');
  root.render([]);
  await expect.poll(async () => Object.values(await drafts())).toEqual(expect.arrayContaining(['Heel', 'Send-away']));
  expect(await drafts()).toMatchObject({ [KEY]: 'Send-away' });
  expect(left.mock.calls.map(([name]) => name)).toEqual([`last-words ${KATE} ${KEY}`]);
  await expect.poll(() => localStorage.length).toBe(0);
  Reflect.deleteProperty(navigator, 'locks');
});

it('stores nothing after the person has signed out in another tab', async () => {
  await openBoth();
  form(A).tap('Heel');
  form(B).type('Send-away');
  await clearIf(store, ports, async () => true);
  await expect(form(B).keeper.keep()).rejects.toMatchObject({ name: 'DeviceLeft' });
  await expect(form(A).write('Heel')).rejects.toMatchObject({ name: 'DeviceLeft' });
  form(B).tap('Send-away');
  await expect(form(B).write('Send-away')).rejects.toMatchObject({ name: 'DeviceLeft' });
  expect(await drafts()).toEqual({});
});
