// @vitest-environment jsdom
import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mutate } from '../../sync/outbox/mutate.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { draftLock } from '../../sync/store/draft-keys.ts';
import { saveDraft } from '../../sync/store/drafts.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import type { Store } from '../../sync/store/store.ts';
import { locksOfTabs } from '../../sync/testing/locks-of-tabs.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { CommentBox } from '../comments/comment-box.tsx';
import { draftOver } from './draft-values.ts';
import { type DraftKeeper, useDraftKeeper } from './use-draft-keeper.ts';
import { useFirstDraft } from './use-first-draft.ts';
import { useMarkedSave } from './use-marked-save.ts';
import { useUnsentDrafts } from './use-unsent-drafts.ts';
import type { PickedMedia } from './use-picked-media.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const ROW = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const BLANK = { title: '' };

let ports: Ports;
let store: Store;
let root: Root;
let host: HTMLElement;
const browser = locksOfTabs();
const otherTab = browser('other tab');
Object.defineProperty(navigator, 'locks', { value: browser('this tab'), configurable: true });

vi.mock('../sync/sync-provider.tsx', () => ({ useStore: () => store, usePorts: () => ports }));

beforeEach(async () => {
  ports = testPorts();
  store = await openTestStore(KATE);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});

afterEach(() => {
  root.unmount();
  host.remove();
  for (const close of closes.splice(0)) close();
});

const closes: (() => void)[] = [];
/** Another tab types into the form of this draft. @returns closes that form */
async function typedElsewhere(key: string, values: object): Promise<() => void> {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  closes.push(close);
  void otherTab.request(draftLock(KATE, key), { mode: 'shared' }, () => closed);
  await saveDraft(store, ports, key, { ...values });
  return close;
}

interface Opened {
  shown: string;
  keeper: DraftKeeper;
  type: (title: string) => void;
  save: () => Promise<unknown>;
}
let opened: Opened | null = null;

/** The form of a new row, or of an edit, with what a dialog does around it. */
function Dialog({ draftKey, changeOf }: { draftKey: string; changeOf: (title: string) => FormChange }) {
  const draft = useFirstDraft(draftKey, { onRecovered: () => {}, onFailed: () => {} });
  return draft === undefined ? null : <Form draftKey={draftKey} changeOf={changeOf} kept={draft?.values ?? {}} />;
}

function Form({ draftKey, changeOf, kept }: Parameters<typeof Dialog>[0] & { kept: Record<string, unknown> }) {
  const form = useForm({ defaultValues: draftOver(BLANK, kept) });
  const keeper = useDraftKeeper(draftKey, form, BLANK);
  const picked = { expected: () => null, settled: async () => null } as unknown as PickedMedia;
  const saving = { changeOf: ({ title }: { title: string }) => changeOf(title) };
  const { mark, write } = useMarkedSave({ keeper, form, picked, seen: undefined, saving });
  useEffect(() => {
    opened = {
      shown: form.getValues('title'),
      keeper,
      type: (title) => form.setValue('title', title, { shouldDirty: true }),
      save: () => {
        keeper.settle();
        mark(form.getValues());
        return write(form.getValues());
      },
    };
  });
  return null;
}

async function open(draftKey: string, changeOf: (title: string) => FormChange): Promise<Opened> {
  opened = null;
  root.render(<Dialog draftKey={draftKey} changeOf={changeOf} />);
  await expect.poll(() => opened).not.toBeNull();
  return opened as unknown as Opened;
}

const creates: Record<string, (name: string) => FormChange> = {
  'videos.create': (title) => ({
    call: 'videos.create',
    id: ROW,
    payload: { title, trainedAt: '2026-04-01T10:00:00.000Z', trainedZone: 'Europe/Vienna' },
    mediaId: null,
  }),
  'dogs.create': (name) => ({
    call: 'dogs.create',
    id: ROW,
    payload: { name, breed: 'Malinois', birthdate: '2023-04-01' },
    mediaId: null,
  }),
};

it.each(Object.entries(creates))('opens empty beside %s in another tab, and each saves only its own', async (key, changeOf) => {
  await typedElsewhere(key, { title: 'Heel' });
  const { shown, type, keeper, save } = await open(key, changeOf);
  expect(shown).toBe('');
  type('Sit');
  await keeper.keep();
  expect(await drafts()).toEqual([
    [key, 'Heel'],
    [expect.stringMatching(new RegExp(`^${key}~`)), 'Sit'],
  ]);
  await save();
  expect((await store.outbox.toArray()).map(({ payload }) => payload['title'] ?? payload['name'])).toEqual(['Sit']);
  expect(await drafts()).toEqual([[key, 'Heel']]);
});

it('moves beside a form that another tab opened and typed into later, before either wrote', async () => {
  const { type, keeper } = await open('videos.create', creates['videos.create']!);
  await typedElsewhere('videos.create', { title: 'Heel' });
  type('Sit');
  await keeper.keep();
  expect((await drafts()).map(([, title]) => title)).toEqual(['Heel', 'Sit']);
});

it('continues a draft that no other tab edits, and under the same key', async () => {
  const close = await typedElsewhere('videos.create', { title: 'Heel' });
  close();
  await Promise.resolve();
  const { shown, type, keeper } = await open('videos.create', creates['videos.create']!);
  expect(shown).toBe('Heel');
  type('Heel, faster');
  await keeper.keep();
  expect(await drafts()).toEqual([['videos.create', 'Heel, faster']]);
});

it('keeps the edits of one row in two tabs apart', async () => {
  await mutate(store, ports, 'videos.create', {
    id: ROW,
    payload: { title: 'Sit', trainedAt: '2026-04-01T10:00:00.000Z', trainedZone: 'Europe/Vienna' },
  });
  const key = `videos.update:${ROW}`;
  await typedElsewhere(key, { title: 'Heel' });
  const { shown, type, keeper, save } = await open(key, (title) => ({ call: 'videos.update', id: ROW, payload: { title }, mediaId: null }));
  expect(shown).toBe('');
  type('Down');
  await keeper.keep();
  await save();
  expect(await drafts()).toEqual([[key, 'Heel']]);
  expect(await store.view('videos').get(ROW)).toMatchObject({ title: 'Down' });
});

it('offers a comment in one tab only, and posting clears only its own draft', async () => {
  const key = `comments.create:${ROW}`;
  await typedElsewhere(key, { content: 'Nice grip' });
  const posted: [string, string][] = [];
  root.render(
    <CommentBox
      draftKey={key}
      onPost={async (content, draftKey) => {
        posted.push([content, draftKey]);
        return true;
      }}
    />,
  );
  await expect.poll(() => host.querySelector('textarea')).not.toBeNull();
  const box = host.querySelector('textarea')!;
  expect(box.value).toBe('');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(box, 'Good dog');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(async () => (await store.drafts.count()) === 2).toBe(true);
  host.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await expect.poll(() => posted).toEqual([['Good dog', expect.stringMatching(`^${key}~`)]]);
  await expect
    .poll(async () => (await store.drafts.toArray()).map(({ key: at, values }) => [at, values['content']]))
    .toEqual([[key, 'Nice grip']]);
});

it('lists a draft beside only while no form holds it or its key', async () => {
  const close = await typedElsewhere('videos.create', { title: 'Heel' });
  const closeBeside = await typedElsewhere(`videos.create~${ROW}`, { title: 'Sit' });
  root.render(<Log />);
  closeBeside();
  await expect.poll(() => listed.length > 0).toBe(true);
  expect(listed.at(-1)).toBe('');
  close();
  await expect.poll(() => listed.at(-1)).toBe('Heel, Sit');
  expect(listed).not.toContain('Sit');
});

const listed: string[] = [];
function Log() {
  const titles = useUnsentDrafts('videos').map(({ title }) => title);
  listed.push(titles.toSorted().join(', '));
  return null;
}

const drafts = async () =>
  (await store.drafts.toArray())
    .map(({ key, values }): [string, unknown] => [key, values['title']])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
