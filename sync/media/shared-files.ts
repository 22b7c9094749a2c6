import { FileRefused, type FileRefusal } from './check-file.ts';
import { forgetMedia } from './forget-media.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { putDraft, saveDraft } from '../store/drafts.ts';
import { formKey } from '../store/draft-keys.ts';
import { storeFile } from './store-file.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/** The draft of a new session. Each file shared into the app has a draft of its own, so that none replaces another. */
export const NEW_SESSION_DRAFT = 'videos.create';
/** Draft of a file that waits for its session while no dialog is open. */
export const waitingDraft = (mediaId: string) => `${NEW_SESSION_DRAFT}:${mediaId}`;

export interface SharedIn {
  files: readonly File[];
  /** Title and text as the sharing app gave them. */
  title: string;
  text: string;
  /** Whether a page of Longline sent the files. Those of an unknown sender are offered only after `acceptShared`. */
  isOwn: boolean;
}

export interface StoredSharedFiles {
  /** The first stored file: the dialog opens with it. */
  mediaId: string | null;
  /** Why a file was rejected. */
  refusal: FileRefusal['code'] | null;
}

/**
 * Stores the files that another app shared. Once this resolves, all are on this device. Each file has a session draft
 * that references it, or gets one when it is accepted.
 */
export async function storeSharedFiles(store: Store, ports: Ports, { files, title, text, isOwn }: SharedIn): Promise<StoredSharedFiles> {
  const stored: StoredSharedFiles = { mediaId: null, refusal: null };
  const values = { title: title.trim(), description: text.trim() };
  for (const file of files) {
    const id = ports.newId();
    try {
      // Save the draft first: files that no draft references are deleted.
      if (isOwn) await saveDraft(store, ports, waitingDraft(id), values, id);
      const first = stored.mediaId ?? id;
      const from = { byServiceWorker: true, ...(!isOwn && { shared: { with: first, ...values } }) };
      await storeFile(store, ports, { id, file, name: file.name, entity: 'videos', from });
      stored.mediaId = first;
    } catch (error) {
      await store.drafts.delete(waitingDraft(id));
      await forgetMedia(store, ports, id);
      if (!(error instanceof FileRefused)) throw error;
      stored.refusal ??= error.refusal.code;
    }
  }
  return stored;
}

/** Accepts files from an unknown sender: each gets the draft that offers it. @param mediaId the first file's id */
export async function acceptShared(store: Store, ports: Ports, mediaId: string): Promise<void> {
  for (const { id, shared } of await waitingFor(store, mediaId)) {
    await store.transaction('rw', store.media, store.drafts, async () => {
      await putDraft(store, ports, waitingDraft(id), { title: shared?.title, description: shared?.description }, id);
      await store.media.update(id, { shared: undefined });
    });
  }
}

/** Deletes files from an unknown sender. @returns whether there were any */
export async function refuseShared(store: Store, ports: Ports, mediaId: string): Promise<boolean> {
  const refused = await waitingFor(store, mediaId);
  for (const { id } of refused) await forgetMedia(store, ports, id);
  return refused.length > 0;
}

const waitingFor = (store: Store, mediaId: string): Promise<DeviceMedia[]> =>
  store.media.filter(({ shared }) => shared?.with === mediaId).toArray();

/**
 * Key of the draft that a new session starts with: the draft of the file just shared, otherwise the typed one,
 * otherwise the oldest draft of a file that still waits for its session.
 */
export async function draftForNewSession(store: Store, sharedId: string | null): Promise<string> {
  if (sharedId && (await store.drafts.get(waitingDraft(sharedId)))) return waitingDraft(sharedId);
  if (await store.drafts.get(NEW_SESSION_DRAFT)) return NEW_SESSION_DRAFT;
  const waits = store.drafts.where('key').startsWith(`${NEW_SESSION_DRAFT}:`);
  const [waiting] = await waits.filter(({ key }) => key === formKey(key)).sortBy('updatedAt');
  return waiting?.key ?? NEW_SESSION_DRAFT;
}
