import { FileNotWhole, type FileWriter } from '../ports/device-files.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { putDraft, saveDraft, undoAfterLeaving } from '../store/drafts.ts';
import { writingLock, mustHaveRoom, newRow } from './store-file.ts';
import type { Ports } from '../ports/ports.ts';
import { waitingDraft } from './shared-files.ts';
import type { Store } from '../store/store.ts';

export interface FilmToStore {
  /** Chosen by the caller, as for a picked file. */
  id: string;
  name: string;
  type: string;
  /** Key of the draft of the form that the person films in. */
  draftKey: string;
}

/**
 * Stores a video while it is being recorded. Each piece is on disk before the next is accepted, so a crash loses about
 * a second. Until a form's draft references the video, a draft of its own does.
 * @param pieces of the recording, until it ends; on a full device the video ends with the last bytes that fitted
 * @returns the stored video; null when nothing was recorded
 * @throws FileRefused when there is no room at the start, FileNotWhole when the browser stored the wrong number of
 *   bytes
 */
export async function storeFilm(
  store: Store,
  ports: Ports,
  { id, name, type, draftKey }: FilmToStore,
  pieces: AsyncIterable<Blob>,
): Promise<DeviceMedia | null> {
  await mustHaveRoom(ports, 0);
  const stored = await ports.lock(writingLock(id), async () => {
    await saveDraft(store, ports, waitingDraft(id), {}, id);
    await store.media.add({ ...newRow(id, 0, name, type, 'videos', ports.now()), filmed: 'whole', filmedFor: draftKey });
    await writeAll(pieces, await ports.files.create(id));
    return settle(store, ports, id);
  });
  return stored ?? null;
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
    // Most likely the device is full. The part written so far is still a playable video.
  }
  await writer.close().catch((error: unknown) => {
    // There is no other copy: the next start offers the video as it is.
    if (isTaken && error instanceof FileNotWhole) throw error;
  });
}

async function settle(store: Store, ports: Ports, id: string): Promise<DeviceMedia | null> {
  // Ask the file for its size: part of a piece that did not fit may have been written.
  const size = (await ports.files.open(id))?.size ?? 0;
  if (size > 0) await store.media.update(id, { state: 'kept', size, updatedAt: ports.now() });
  else await store.media.delete(id);
  const row = await store.media.get(id);
  if (row) return row;
  // Nothing was recorded, or the video has since been discarded.
  await store.drafts.delete(waitingDraft(id));
  await ports.files.delete(id);
  return null;
}

/**
 * Saves a form's draft, which now references the video filmed for it, and deletes the video's own draft. Uses one
 * transaction, because a video that no draft references is offered nowhere.
 */
export async function saveDraftWithFile(
  store: Store,
  ports: Ports,
  key: string,
  values: Record<string, unknown>,
  mediaId: string,
  seen?: unknown,
): Promise<void> {
  await store.transaction('rw', store.drafts, async () => {
    const waiting = waitingDraft(mediaId);
    // Issue both writes at once: a closing page may not reach a second step.
    await Promise.all([putDraft(store, ports, key, values, mediaId, seen), ...(key === waiting ? [] : [store.drafts.delete(waiting)])]);
  });
  await undoAfterLeaving(store, ports, key);
}
