import { sessionOfDraft } from '../store/draft-keys.ts';
import { putDraft } from '../store/drafts.ts';
import type { Ports } from '../ports/ports.ts';
import { NEW_SESSION_DRAFT, waitingDraft } from './shared-files.ts';
import type { Store } from '../store/store.ts';

/** Gives an unreferenced video a draft that offers it for a new session, as after a crash. */
export async function offerFilmAgain(store: Store, ports: Ports, id: string): Promise<void> {
  await store.transaction('rw', store.media, store.drafts, async () => {
    await putDraft(store, ports, waitingDraft(id), {}, id);
    await store.media.update(id, { filmed: 'recovered', updatedAt: ports.now() });
  });
}

/**
 * Recovers the part of a video that was recorded before the app ended. Adds it to the draft of the form that it was
 * filmed in, if that draft has no file; otherwise the video keeps its own draft. Call it under the video's `writingLock`.
 * @returns false when no part of the video is on this device
 */
export async function recoverFilm(store: Store, ports: Ports, id: string): Promise<boolean> {
  const size = (await ports.files.open(id))?.size ?? 0;
  return store.transaction('rw', store.media, store.drafts, async () => {
    const row = await store.media.get(id);
    const key = row?.filmedFor ?? NEW_SESSION_DRAFT;
    const draft =
      (await store.drafts.get(key)) ?? (sessionOfDraft(key) ? { key, values: {}, mediaId: null, updatedAt: ports.now() } : null);
    if (size === 0) await store.drafts.delete(waitingDraft(id));
    // The video's writer may have finished between the query and the lock.
    if (size === 0 || row?.state !== 'writing') return size > 0;
    await store.media.update(id, { state: 'kept', size, filmed: 'recovered', updatedAt: ports.now() });
    if (draft && draft.mediaId === null) {
      await store.drafts.put({ ...draft, mediaId: id });
      await store.drafts.delete(waitingDraft(id));
    }
    return true;
  });
}
