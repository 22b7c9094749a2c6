import { formKey, savingKey } from './draft-keys.ts';
import type { Draft } from './draft-row.ts';
import type { FormChange } from './form-change.ts';
import type { Store } from './store.ts';

/** Keys of drafts that are marked as saving: the app ended between the tap on Save and the write of the change. */
export const interruptedSaves = (store: Store): Promise<string[]> =>
  store.drafts.filter(({ saving }) => saving !== undefined).primaryKeys();

/**
 * Marks a draft as being saved and moves it to its `savingKey`, synchronously with the caller's event. It commits
 * explicitly, so once the call returns the write no longer depends on this page: it survives a closed tab or a killed
 * browser.
 * @param draft under the key that its form has written to
 * @throws the database's error, such as a full device
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
 * next form already uses that key.
 * @returns the draft's key from now on
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
 * @returns the draft's new key; null if there is no such draft under `key`
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
