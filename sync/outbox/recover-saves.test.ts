import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discardDraft, saveDraft } from '../store/drafts.ts';
import { markDraft, moveMarkedAside, unmarkDraft } from '../store/marked-drafts.ts';
import { draftLock, savingKey } from '../store/draft-keys.ts';
import type { Draft } from '../store/draft-row.ts';
import type { FormChange } from '../store/form-change.ts';
import { storeFile } from '../media/store-file.ts';
import { mutate } from './mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { getSession, listSessions } from '../queries/sessions.ts';
import { recoverSaves } from './recover-saves.ts';
import { DeviceLeft } from '../store/refuse-after-leaving.ts';
import { saveFormChange } from './save-form-change.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openHookedStore, openTestStore } from '../testing/open-test-store.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const LOG = 'c0ffee00-1111-4222-8333-444455556666';
const FILM = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const KEY = 'videos.create';

let store: Store;
let ports: Ports;

beforeEach(async () => {
  store = await openTestStore(KATE);
  ports = mediaPorts({ clock: { now: Date.UTC(2026, 4, 1, 9) } });
});

afterEach(() => vi.restoreAllMocks());

const creation = (title = 'Heel', mediaId: string | null = null): FormChange => ({
  call: 'videos.create',
  id: LOG,
  payload: { title },
  mediaId,
});
const marked = (saving: FormChange, key = KEY): Draft & { saving: FormChange } => ({
  key,
  values: { title: 'Heel' },
  mediaId: saving.mediaId,
  saving,
  updatedAt: ports.now(),
});
/** Saves as the form of a new session does. */
const saveForm = (change: FormChange) => saveFormChange(store, ports, savingKey(KEY, change), change);
const film = (id: string) =>
  storeFile(store, ports, { id, file: new Blob([filmBytes(2_000)], { type: 'video/mp4' }), name: `${id}.mp4`, entity: 'videos' });
const titles = async () => (await listSessions(store, { scope: 'all', limit: 10 })).map(({ video }) => video.title);

it('saves a new session with its sets, once however often it is repeated', async () => {
  const sets = ['Send-away', 'Hold'].map((exercise, position) => ({
    id: `0197f3c2-0000-4000-8000-00000000000${position}`,
    videoId: LOG,
    position,
    exercise,
  }));
  for (let time = 0; time < 2; time += 1) await saveForm({ ...creation(), sets });
  expect((await getSession(store, LOG))?.sets.map(({ set }) => set.exercise)).toEqual(['Send-away', 'Hold']);
  expect(await store.outbox.toArray()).toMatchObject([{ call: 'videos.create' }, { call: 'sets.create' }, { call: 'sets.create' }]);
});

describe('the mark of a save', () => {
  it('is written and committed in the task of the tap, so that it survives the page', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    const written = markDraft(store, marked(creation()));
    expect([put.mock.calls.length, commit.mock.calls.length]).toEqual([1, 1]);
    await written;
    expect(await store.drafts.toArray()).toMatchObject([{ key: savingKey(KEY, creation()), saving: { id: LOG } }]);
  });
});

describe('a save that was interrupted when the app ended', () => {
  it('becomes the session, with its file, and leaves no draft', async () => {
    await film(FILM);
    await markDraft(store, marked(creation('Heel', FILM)));
    await recoverSaves(store, ports);
    expect(await getSession(store, LOG)).toMatchObject({ video: { title: 'Heel' }, media: { id: FILM } });
    expect(await store.drafts.count()).toBe(0);
  });

  it('happens once when several tabs recover it concurrently', async () => {
    await markDraft(store, marked(creation()));
    const otherTab = mediaPorts({ clock: { now: ports.now() } });
    await Promise.all([recoverSaves(store, ports), recoverSaves(store, otherTab), recoverSaves(store, ports)]);
    expect(await titles()).toEqual(['Heel']);
    expect(await store.outbox.count()).toBe(1);
  });

  it('happens once when the recovery itself is interrupted', async () => {
    const { store: hooked, hooks } = await openHookedStore(KATE, 'phone that dies');
    await markDraft(hooked, marked(creation()));
    let ended = false;
    hooks.beforeWrite = (table) => {
      ended ||= table === 'shadow';
      if (ended) throw new DOMException('The app ended', 'AbortError');
    };
    await expect(recoverSaves(hooked, ports)).rejects.toThrow('The app ended');
    expect(await hooked.outbox.count()).toBe(0);
    hooks.beforeWrite = () => {};
    await recoverSaves(hooked, ports);
    await recoverSaves(hooked, ports);
    expect(await hooked.outbox.count()).toBe(1);
    expect(await hooked.drafts.count()).toBe(0);
  });

  it('is not repeated by the tab that was still saving', async () => {
    await markDraft(store, marked(creation()));
    await recoverSaves(store, ports);
    const mutated = await saveForm(creation());
    const [record] = await store.outbox.toArray();
    expect(mutated).toEqual({ id: LOG, key: record?.key });
    expect(await store.outbox.count()).toBe(1);
  });

  it('does not touch a draft that another form has started since', async () => {
    await markDraft(store, marked(creation()));
    await recoverSaves(store, ports);
    await saveDraft(store, ports, KEY, { title: 'Send-away' });
    await saveForm(creation());
    expect(await store.drafts.get(KEY)).toMatchObject({ values: { title: 'Send-away' } });
  });

  it('updates a row only once', async () => {
    await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Heel' } });
    const edit: FormChange = { call: 'videos.update', id: LOG, payload: { title: 'Heel, faster', base: { title: 'Heel' } }, mediaId: null };
    const key = `videos.update:${LOG}`;
    await store.outbox.toCollection().modify({ firstSentAt: 1 });
    await markDraft(store, marked(edit, key));
    await recoverSaves(store, ports);
    await saveFormChange(store, ports, key, edit);
    expect((await store.outbox.toArray()).map(({ call }) => call)).toEqual(['videos.create', 'videos.update']);
  });

  it('keeps the new file of an edit when both the recovery and the tab write it', async () => {
    await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Heel' } });
    await film(FILM);
    const edit: FormChange = { call: 'videos.update', id: LOG, payload: { title: 'Heel, faster', base: { title: 'Heel' } }, mediaId: FILM };
    const key = `videos.update:${LOG}`;
    await markDraft(store, marked(edit, key));
    await recoverSaves(store, ports);
    await saveFormChange(store, ports, key, edit);
    expect(await getSession(store, LOG)).toMatchObject({ video: { title: 'Heel, faster' }, media: { id: FILM } });
    expect(await ports.files.list()).toEqual([FILM]);
  });

  it('waits for the form that is still saving, and finds it saved', async () => {
    await markDraft(store, marked(creation()));
    let closeForm = () => {};
    const name = draftLock(KATE, savingKey(KEY, creation()));
    const form = ports.lock(name, () => new Promise<void>((resolve) => (closeForm = resolve)));
    const recovery = recoverSaves(store, ports);
    await saveForm(creation());
    closeForm();
    await Promise.all([form, recovery]);
    expect(await store.outbox.count()).toBe(1);
  });
});

describe('a new session that is started beside an interrupted save', () => {
  const next: FormChange = { ...creation('Send-away'), id: FILM };
  const typeNext = () => saveDraft(store, ports, KEY, { title: 'Send-away' });
  const typed = async () => (await store.drafts.get(KEY))?.values;

  it('has the form’s key to itself once the save is marked', async () => {
    await saveDraft(store, ports, KEY, { title: 'Heel' });
    await markDraft(store, marked(creation()));
    expect(await store.drafts.get(KEY)).toBeUndefined();
    expect(await store.drafts.toArray()).toEqual([{ ...marked(creation()), key: `${KEY}~${LOG}` }]);
  });

  it('keeps its draft when the interrupted save is recovered, even if its form is open', async () => {
    await markDraft(store, marked(creation()));
    await typeNext();
    let closeForm = () => {};
    const form = ports.lock(draftLock(KATE, KEY), () => new Promise<void>((resolve) => (closeForm = resolve)));
    await recoverSaves(store, ports);
    expect(await titles()).toEqual(['Heel']);
    expect(await typed()).toEqual({ title: 'Send-away' });
    closeForm();
    await form;
  });

  it('keeps its draft when another tab completes the interrupted save', async () => {
    await markDraft(store, marked(creation()));
    await typeNext();
    await saveForm(creation());
    expect(await typed()).toEqual({ title: 'Send-away' });
    expect(await store.drafts.count()).toBe(1);
  });

  it('becomes a second session if both saves are interrupted', async () => {
    await markDraft(store, marked(creation()));
    await typeNext();
    await markDraft(store, marked(next));
    await recoverSaves(store, ports);
    expect((await titles()).toSorted()).toEqual(['Heel', 'Send-away']);
    expect(await store.drafts.count()).toBe(0);
  });

  it('keeps its draft when the interrupted save fails, beside the draft of that save', async () => {
    await markDraft(store, marked(creation()));
    await typeNext();
    const key = await unmarkDraft(store, savingKey(KEY, creation()));
    expect(await typed()).toEqual({ title: 'Send-away' });
    expect(await store.drafts.get(key)).toEqual({ key: `${KEY}~${LOG}`, values: { title: 'Heel' }, mediaId: null, updatedAt: ports.now() });
  });

  it('keeps its draft if an older version of the app marked the other draft under the form’s key', async () => {
    await store.drafts.put(marked(creation()));
    await recoverSaves(store, ports);
    expect(await titles()).toEqual(['Heel']);
    await store.drafts.put(marked(next));
    expect(await moveMarkedAside(store, KEY)).toBe(`${KEY}~${FILM}`);
    expect(await moveMarkedAside(store, KEY)).toBeNull();
    await saveDraft(store, ports, KEY, { title: 'Recall' });
    await recoverSaves(store, ports);
    expect((await titles()).toSorted()).toEqual(['Heel', 'Send-away']);
    expect(await typed()).toEqual({ title: 'Recall' });
  });
});

it('returns a draft to its form when the save fails', async () => {
  const edit: FormChange = { call: 'videos.update', id: LOG, payload: { title: 'Heel' }, mediaId: null };
  for (const [change, key] of [
    [creation(), KEY],
    [edit, `videos.update:${LOG}`],
  ] as const) {
    await markDraft(store, marked(change, key));
    expect(await unmarkDraft(store, savingKey(key, change))).toBe(key);
    const { saving: _saving, ...draft } = marked(change, key);
    expect(await store.drafts.get(key)).toEqual(draft);
  }
  expect(await store.drafts.count()).toBe(2);
});

describe('a save without its draft', () => {
  const edit: FormChange = { call: 'videos.update', id: LOG, payload: { title: 'Heel, faster', base: { title: 'Heel' } }, mediaId: FILM };

  it('creates the session when another form has discarded the draft', async () => {
    await markDraft(store, marked(creation()));
    await discardDraft(store, savingKey(KEY, creation()));
    await saveForm(creation());
    expect(await titles()).toEqual(['Heel']);
  });

  it('creates the session when another tab has saved its own draft under the same key', async () => {
    await markDraft(store, marked(creation()));
    await saveForm({ ...creation('Send-away'), id: FILM });
    await saveForm(creation());
    expect((await titles()).toSorted()).toEqual(['Heel', 'Send-away']);
  });

  it('changes the row and its file when another form has discarded the draft', async () => {
    await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Heel' } });
    await film(FILM);
    await saveFormChange(store, ports, `videos.update:${LOG}`, edit);
    expect(await getSession(store, LOG)).toMatchObject({ video: { title: 'Heel, faster' }, media: { id: FILM } });
  });

  it('is refused after a sign-out in another tab, so that the form can report it', async () => {
    await markDraft(store, marked(creation()));
    await store.drafts.clear();
    await writeSetting(store, 'leftAt', ports.now());
    await expect(saveForm(creation())).rejects.toThrow(DeviceLeft);
  });
});

describe('an ordinary draft', () => {
  it('stays a draft', async () => {
    const { saving: _saving, ...draft } = marked(creation());
    await store.drafts.put(draft);
    await recoverSaves(store, ports);
    expect(await titles()).toEqual([]);
    expect(await store.drafts.get(KEY)).toEqual(draft);
  });

  it.each<[string, FormChange]>([
    ['the file never reached the device', creation('Heel', FILM)],
    ['the contract rejects the change', creation('')],
    ['the row is gone', { call: 'videos.update', id: LOG, payload: { title: 'Heel' }, mediaId: null }],
  ])('is what an interrupted save becomes when %s', async (_why, change) => {
    await markDraft(store, marked(change));
    await recoverSaves(store, ports);
    expect(await store.outbox.count()).toBe(0);
    const { saving: _saving, ...draft } = marked(change);
    expect(await store.drafts.toArray()).toEqual([{ ...draft, key: savingKey(KEY, change) }]);
  });
});
