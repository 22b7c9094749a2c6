import type { EntityName } from '../api/contract/entities.ts';
import type { FormChange } from './form-change.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

/** What was typed into an open dialog and not saved yet; survives closing, reload and crash (decision 15). */
export interface Draft {
  /** Names the dialog and the row, such as `videos.update:<id>`; see also spare-drafts.ts. */
  key: string;
  values: Record<string, unknown>;
  /** A file picked in the dialog and kept already. */
  mediaId: string | null;
  /** What stood there when typing began: another device's changes since are none of this author's. */
  seen?: unknown;
  /** The author tapped Save, and this change is not written yet. The write deletes the draft in the same transaction. */
  saving?: FormChange;
  updatedAt: number;
}

/** The draft of what is changed on a row. */
export const editDraft = (entity: EntityName, id: string) => `${entity}.update:${id}`;

/** The session that such a draft is of; null for all other drafts. */
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

/** Keys of drafts that were saved when the app ended, before the change was written. */
export const interruptedSaves = (store: Store): Promise<string[]> => store.drafts.filter(({ saving }) => saving !== undefined).primaryKeys();

/** The Web Lock that a form holds while it edits this draft. */
export const draftLock = (userId: string, key: string) => `longline-draft-${userId}-${key}`;

/**
 * Writes a draft in the caller's task. The write commits explicitly, so it no longer depends on this page once the call
 * returns: a closed tab or a killed browser keeps it.
 * @throws whatever the database reports, such as a full device
 */
export function saveDraftAtOnce(store: Store, draft: Draft): Promise<void> {
  return new Promise((resolve, reject) => {
    // Relaxed: the change itself follows at once with strict durability, and must not wait for a second flush.
    const transaction = store.backendDB().transaction('drafts', 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The draft was not written'));
    transaction.objectStore('drafts').put(draft);
    transaction.commit();
  });
}
