import { FileNotWhole, type FileWriter } from './device-files.ts';
import type { DeviceMedia } from './device-media.ts';
import { saveDraft, sessionOfDraft } from './drafts.ts';
import { keepLock, mustHaveRoom, newRow } from './keep-file.ts';
import type { Ports } from './ports.ts';
import { NEW_SESSION_DRAFT, waitingDraft } from './shared-files.ts';
import type { Store } from './store.ts';

export interface FilmToKeep {
  /** Chosen by the caller, as of a file that is picked. */
  id: string;
  name: string;
  type: string;
  /** Key of the draft of the form that it is filmed in. */
  draftKey: string;
}

/**
 * Writes a film as it is filmed: each piece is on disk before the next is taken, so that the end of the app costs a
 * second of it. Until a form names it, a draft of its own does.
 * @param pieces until it is over; when the device is full the film ends with what fitted
 * @returns the film, whole as far as it goes; null when nothing came of it
 * @throws FileRefused when there is no room to begin with, FileNotWhole when the browser stored other than it was given
 */
export async function keepFilm(
  store: Store,
  ports: Ports,
  { id, name, type, draftKey }: FilmToKeep,
  pieces: AsyncIterable<Blob>,
): Promise<DeviceMedia | null> {
  await mustHaveRoom(ports, 0);
  const kept = await ports.lock(keepLock(id), async () => {
    await saveDraft(store, ports, waitingDraft(id), {}, id);
    await store.media.add({ ...newRow(id, 0, name, type, 'videos', ports.now()), filmed: 'whole', filmedFor: draftKey });
    await writeAll(pieces, await ports.files.create(id));
    return settle(store, ports, id);
  });
  return kept ?? null;
}

async function writeAll(pieces: AsyncIterable<Blob>, writer: FileWriter): Promise<void> {
  let isTaken = false;
  try {
    for await (const piece of pieces) {
      await writer.write(new Uint8Array(await piece.arrayBuffer()));
      await writer.flush();
    }
    isTaken = true;
  } catch {
    // A full device, most likely. What is on it is a film all the same.
  }
  await writer.close().catch((error: unknown) => {
    // It is nowhere else: the next start offers it as it is.
    if (isTaken && error instanceof FileNotWhole) throw error;
  });
}

async function settle(store: Store, ports: Ports, id: string): Promise<DeviceMedia | null> {
  // The file itself is asked: of a piece that did not fit a part may be on it.
  const size = (await ports.files.open(id))?.size ?? 0;
  if (size > 0) await store.media.update(id, { state: 'kept', size, updatedAt: ports.now() });
  else await store.media.delete(id);
  const row = await store.media.get(id);
  if (row) return row;
  // Nothing came, or it was forgotten while it was filmed.
  await store.drafts.delete(waitingDraft(id));
  await ports.files.delete(id);
  return null;
}

/**
 * Keeps the draft of a form, which names what was filmed for it from now on; until then a draft of its own did. Both or
 * neither: a film that no draft names is offered to nobody.
 */
export async function saveDraftWithFile(store: Store, ports: Ports, key: string, values: Record<string, unknown>, mediaId: string, seen?: unknown): Promise<void> {
  await store.transaction('rw', store.drafts, async () => {
    const waiting = waitingDraft(mediaId);
    // Asked for in one go: a page that is going away may not come to a second step.
    await Promise.all([saveDraft(store, ports, key, values, mediaId, seen), ...(key === waiting ? [] : [store.drafts.delete(waiting)])]);
  });
}

/** A film that nothing names any more waits for a session again, as after a crash. */
export async function offerFilmAgain(store: Store, ports: Ports, id: string): Promise<void> {
  await store.transaction('rw', store.media, store.drafts, async () => {
    await saveDraft(store, ports, waitingDraft(id), {}, id);
    await store.media.update(id, { filmed: 'recovered', updatedAt: ports.now() });
  });
}

/**
 * What there is of a film that the end of the app cut short, ready for the session that was being written or changed
 * then, or for one of its own. Call it under the film's `keepLock`.
 * @returns false when nothing of it is on this device
 */
export async function recoverFilm(store: Store, ports: Ports, id: string): Promise<boolean> {
  const size = (await ports.files.open(id))?.size ?? 0;
  return store.transaction('rw', store.media, store.drafts, async () => {
    const row = await store.media.get(id);
    const key = row?.filmedFor ?? NEW_SESSION_DRAFT;
    const draft = (await store.drafts.get(key)) ?? (sessionOfDraft(key) ? { key, values: {}, mediaId: null, updatedAt: ports.now() } : null);
    if (size === 0) await store.drafts.delete(waitingDraft(id));
    // Between the look and the lock its writer may have finished.
    if (size === 0 || row?.state !== 'writing') return size > 0;
    await store.media.update(id, { state: 'kept', size, filmed: 'recovered', updatedAt: ports.now() });
    if (draft && draft.mediaId === null) {
      await store.drafts.put({ ...draft, mediaId: id });
      await store.drafts.delete(waitingDraft(id));
    }
    return true;
  });
}
