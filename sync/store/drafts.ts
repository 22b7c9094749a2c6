import type { Draft } from './draft-row.ts';
import type { Ports } from '../ports/ports.ts';
import { refuseAfterLeaving } from './refuse-after-leaving.ts';
import type { Store } from './store.ts';

/** The content of a form: its values, its file, and the row as it was when typing began. */
type Typed = [values: Record<string, unknown>, mediaId?: string | null, seen?: unknown];

/** @throws DeviceLeft if the person has signed out of this device meanwhile: no data may stay readable (R193) */
export async function saveDraft(store: Store, ports: Ports, key: string, ...typed: Typed): Promise<void> {
  await putDraft(store, ports, key, ...typed);
  await undoAfterLeaving(store, ports, key);
}

/** Only writes the draft, for callers with their own transaction. */
export async function putDraft(store: Store, ports: Ports, key: string, ...[values, mediaId = null, seen]: Typed): Promise<void> {
  await store.drafts.put({ key, values, mediaId, ...(seen !== undefined && { seen }), updatedAt: ports.now() });
}

/**
 * Deletes a draft that was stored after the person had signed out. Call it after the draft's transaction: one that also
 * read settings would wait for their writers, and the mark of a save would wait behind it (docs/decisions/0069).
 * @throws DeviceLeft if the person has signed out
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
