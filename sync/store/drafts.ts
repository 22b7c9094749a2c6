import type { EntityName } from '../../api/contract/entities.ts';
import type { Draft } from './draft-row.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from './store.ts';

/** Key of the draft of an edit to a row. */
export const editDraft = (entity: EntityName, id: string) => `${entity}.update:${id}`;

/** The session that an edit draft belongs to; null for all other drafts. */
export const sessionOfDraft = (key: string): string | null => /^videos\.update:([^~]+)/.exec(key)?.[1] ?? null;

export async function saveDraft(
  store: Store,
  ports: Ports,
  key: string,
  values: Record<string, unknown>,
  mediaId: string | null = null,
  seen?: unknown,
): Promise<void> {
  await store.drafts.put({ key, values, mediaId, ...(seen !== undefined && { seen }), updatedAt: ports.now() });
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

/**
 * Writes a draft synchronously with the caller's event. It commits explicitly, so once the call returns the write no
 * longer depends on this page: it survives a closed tab or a killed browser.
 * @throws what the database reports, such as a full device
 */
export function saveDraftAtOnce(store: Store, draft: Draft): Promise<void> {
  return new Promise((resolve, reject) => {
    // Relaxed: the change itself follows with strict durability and must not wait for a second flush.
    const transaction = store.backendDB().transaction('drafts', 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The draft was not written'));
    transaction.objectStore('drafts').put(draft);
    transaction.commit();
  });
}
