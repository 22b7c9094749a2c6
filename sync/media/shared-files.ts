import { FileRefused, type FileRefusal } from './check-file.ts';
import { saveDraft } from '../store/drafts.ts';
import { storeFile } from './store-file.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/** The draft of a new session. Each file shared into the app has a draft of its own, so that none replaces another. */
export const NEW_SESSION_DRAFT = 'videos.create';
/** Draft of a file that waits for its session while no dialog is open. */
export const waitingDraft = (mediaId: string) => `${NEW_SESSION_DRAFT}:${mediaId}`;

export interface SharedIn {
  files: readonly File[];
  /** As given by the app that shared them. */
  title: string;
  text: string;
}

export interface StoredSharedFiles {
  /** The first stored file: the dialog opens with it. */
  mediaId: string | null;
  /** Why a file was rejected. */
  refusal: FileRefusal['code'] | null;
}

/**
 * Stores what another app shared. When this resolves, all of it is on this device, each file with a session draft that
 * references it.
 */
export async function storeSharedFiles(store: Store, ports: Ports, { files, title, text }: SharedIn): Promise<StoredSharedFiles> {
  const stored: StoredSharedFiles = { mediaId: null, refusal: null };
  for (const file of files) {
    const id = ports.newId();
    try {
      // The draft first: files that no draft references are deleted.
      await saveDraft(store, ports, waitingDraft(id), { title: title.trim(), description: text.trim() }, id);
      await storeFile(store, ports, { id, file, name: file.name, entity: 'videos' });
      await store.media.update(id, { byServiceWorker: true });
      stored.mediaId ??= id;
    } catch (error) {
      await store.drafts.delete(waitingDraft(id));
      if (!(error instanceof FileRefused)) throw error;
      stored.refusal ??= error.refusal.code;
    }
  }
  return stored;
}

/**
 * The draft that a new session starts with: that of the file just shared, otherwise the latest typed one, otherwise
 * that of a shared file that still waits for its session.
 */
export async function draftForNewSession(store: Store, sharedId: string | null): Promise<string> {
  if (sharedId && (await store.drafts.get(waitingDraft(sharedId)))) return waitingDraft(sharedId);
  if (await store.drafts.get(NEW_SESSION_DRAFT)) return NEW_SESSION_DRAFT;
  const [waiting] = await store.drafts.where('key').startsWith(`${NEW_SESSION_DRAFT}:`).sortBy('updatedAt');
  return waiting?.key ?? NEW_SESSION_DRAFT;
}
