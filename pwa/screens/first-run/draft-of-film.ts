import { inspectFile } from '../../../sync/media/inspect-file.ts';
import { waitingDraft } from '../../../sync/media/shared-files.ts';
import { saveDraft } from '../../../sync/store/drafts.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import type { Store } from '../../../sync/store/store.ts';
import { showFailure } from '../../forms/show-failure.ts';
import { storeMedia } from '../../media/media-worker-client.ts';
import { TEXTS } from './texts.ts';

/**
 * Begins to store a film on this device, and the draft of a session for it, as if it had been shared into the app.
 * @returns the film's id
 * @throws FileRefused if it is no video, too large or unreadable
 */
export async function draftOfFilm(store: Store, ports: Ports, file: File): Promise<string> {
  await inspectFile({ file, name: file.name, entity: 'videos' });
  const { mediaId, stored } = storeMedia(store.userId, file, { for: 'videos' });
  // The form that opens waits for the file, and shows no film if this fails.
  stored.catch((error: unknown) => showFailure(error, TEXTS.session.filmFailed));
  await saveDraft(store, ports, waitingDraft(mediaId), {}, mediaId);
  return mediaId;
}
