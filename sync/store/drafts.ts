import type { EntityName } from '../../api/contract/entities.ts';
import type { Draft } from './draft-row.ts';
import type { FormChange } from './form-change.ts';
import type { Ports } from '../ports/ports.ts';
import { refuseAfterLeaving } from './refuse-after-leaving.ts';
import type { Store } from './store.ts';

/** Key of the draft of an edit to a row. */
export const editDraft = (entity: EntityName, id: string) => `${entity}.update:${id}`;

/** The session that an edit draft belongs to; null for all other drafts. */
export const sessionOfDraft = (key: string): string | null => /^videos\.update:([^~]+)/.exec(key)?.[1] ?? null;

/** The content of a form: its values, its file, and the row as it was when typing began. */
type Typed = [values: Record<string, unknown>, mediaId?: string | null, seen?: unknown];

/** @throws DeviceLeft if its person has signed out of this device meanwhile: nothing of theirs may stay readable (R193) */
export async function saveDraft(store: Store, ports: Ports, key: string, ...typed: Typed): Promise<void> {
  await putDraft(store, ports, key, ...typed);
  await undoAfterLeaving(store, ports, key);
}

/** The write of `saveDraft` alone, for a transaction of the caller. */
export async function putDraft(store: Store, ports: Ports, key: string, ...[values, mediaId = null, seen]: Typed): Promise<void> {
  await store.drafts.put({ key, values, mediaId, ...(seen !== undefined && { seen }), updatedAt: ports.now() });
}

/**
 * Deletes a draft that was stored after the person had left. Not in the transaction of the draft: that would wait for
 * others that write settings, and the mark of a save would wait behind it (docs/decisions/0069).
 * @throws DeviceLeft if it did
 */
export async function undoAfterLeaving(store: Store, ports: Ports, key: string): Promise<void> {
  try {
    await refuseAfterLeaving(store, ports);
  } catch (error) {
    await store.drafts.delete(key);
    throw error;
  }
}

export async function readDraft(store: Store, key: string): Promise<Draft | null> {
  return (await store.drafts.get(key)) ?? null;
}

export async function discardDraft(store: Store, key: string): Promise<void> {
  await store.drafts.delete(key);
}

/** Keys of drafts whose author tapped Save before the app ended, with the change still unwritten. */
export const interruptedSaves = (store: Store): Promise<string[]> =>
  store.drafts.filter(({ saving }) => saving !== undefined).primaryKeys();

/** Name of the Web Lock that each form of this key holds while it is on the screen, even untouched. */
export const formLock = (userId: string, key: string) => `longline-form-${userId}-${key}`;

/** Name of the Web Lock that a form holds while it edits this draft: from the first change on, and until a save is written. */
export const draftLock = (userId: string, key: string) => `longline-draft-${userId}-${key}`;

/** The key under which a draft's form opens. A draft that is stored beside it has this key, `~`, and an id. */
export const formKey = (key: string): string => key.split('~')[0] ?? key;

/**
 * Key of a draft while its save is written. A new row's key is beside the form's key, which the next form of its kind
 * uses meanwhile (R190). An edited row has one form at a time: the next one waits for the save.
 */
export const savingKey = (key: string, { call, id }: FormChange): string => (call.endsWith('.create') ? `${formKey(key)}~${id}` : key);

/**
 * Marks a draft as being saved and moves it to its `savingKey`, synchronously with the caller's event. It commits
 * explicitly, so once the call returns the write no longer depends on this page: it survives a closed tab or a killed
 * browser.
 * @param draft under the key that its form has written to
 * @throws what the database reports, such as a full device
 */
export function markDraft(store: Store, draft: Draft & { saving: FormChange }): Promise<void> {
  const key = savingKey(draft.key, draft.saving);
  return new Promise((resolve, reject) => {
    // Relaxed: the change itself follows with strict durability and must not wait for a second flush.
    const transaction = store.backendDB().transaction('drafts', 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The draft was not written'));
    const drafts = transaction.objectStore('drafts');
    drafts.put({ ...draft, key });
    if (key !== draft.key) drafts.delete(draft.key);
    transaction.commit();
  });
}

/**
 * Turns a marked draft back into an ordinary one after its save failed. It returns to the key of its form, unless the
 * next form uses that already.
 * @returns the key under which it is now
 */
export function unmarkDraft(store: Store, markedKey: string): Promise<string> {
  return store.transaction('rw', store.drafts, async () => {
    const marked = await store.drafts.get(markedKey);
    const form = formKey(markedKey);
    if (!marked) return form;
    const { saving: _saving, ...draft } = marked;
    const key = (await store.drafts.get(form)) ? markedKey : form;
    await store.drafts.delete(markedKey);
    await store.drafts.put({ ...draft, key });
    return key;
  });
}

/**
 * Moves a draft that is being saved away from the key of its form, where an older version of the app marked it.
 * @returns where it is now; null if the key holds no such draft
 */
export function moveMarkedAside(store: Store, key: string): Promise<string | null> {
  return store.transaction('rw', store.drafts, async () => {
    const draft = await store.drafts.get(key);
    const aside = draft?.saving && savingKey(key, draft.saving);
    if (!draft || !aside || aside === key) return null;
    await store.drafts.delete(key);
    await store.drafts.put({ ...draft, key: aside });
    return aside;
  });
}
