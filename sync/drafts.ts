import type { EntityName } from '../api/contract/entities.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

/** What was typed into an open dialog and not saved yet; survives closing, reload and crash (decision 15). */
export interface Draft {
  /** Names the dialog and the row, such as `videos.update:<id>`. */
  key: string;
  values: Record<string, unknown>;
  /** A file picked in the dialog and kept already. */
  mediaId: string | null;
  /** What stood there when typing began: another device's changes since are none of this author's. */
  seen?: unknown;
  updatedAt: number;
}

/** The draft of what is changed on a row. */
export const editDraft = (entity: EntityName, id: string) => `${entity}.update:${id}`;

/** The session that such a draft is of; null for all other drafts. */
export const sessionOfDraft = (key: string): string | null => /^videos\.update:(.+)$/.exec(key)?.[1] ?? null;

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
