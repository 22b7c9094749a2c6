import { inspectFile } from '../../../sync/media/inspect-file.ts';
import { waitingDraft } from '../../../sync/media/shared-files.ts';
import { saveDraft } from '../../../sync/store/drafts.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import type { Store } from '../../../sync/store/store.ts';
import { showFailure } from '../../forms/show-failure.ts';
import { storeMedia } from '../../media/media-worker-client.ts';
import { TEXTS } from './texts.ts';

/**
 * Starts storing a film on this device and saves the draft of a session for it, as if another app had shared the film.
 * @returns the film's id
 * @throws FileRefused if the file is not a video, too large or unreadable
 */
export async function draftOfFilm(store: Store, ports: Ports, file: File): Promise<string> {
  await inspectFile({ file, name: file.name, entity: 'videos' });
  const { mediaId, stored } = storeMedia(store.userId, file, { for: 'videos' });
  // The form that opens waits for the file, and shows no film if storing fails.
  stored.catch((error: unknown) => showFailure(error, TEXTS.session.filmFailed));
  await saveDraft(store, ports, waitingDraft(mediaId), {}, mediaId);
  return mediaId;
}
