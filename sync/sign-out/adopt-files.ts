import { waitingDraft } from '../media/shared-files.ts';
import { putDraft } from '../store/drafts.ts';
import { type DeviceMedia, FROM_THE_BEGINNING } from '../store/media-row.ts';
import type { Account } from './account-content.ts';
import { copyPieces, FILE_PIECE_BYTES } from './locked-work-store.ts';

/** Copies the bytes of files that are not here yet. Call it under the lock of the sweep, which would delete them: no row names them. */
export async function copyFiles(from: Account, to: Account, media: readonly DeviceMedia[]): Promise<void> {
  const held = await to.store.media.bulkGet(media.map(({ id }) => id));
  const names = media.filter((_file, place) => !held[place]).flatMap(({ fileName, poster }) => [fileName, poster?.fileName]);
  for (const name of names) {
    if (name) await copyPieces(from.ports.files, to.ports.files, name, FILE_PIECE_BYTES, (piece) => Promise.resolve(piece));
  }
}

/** Adds a file, to be sent from the first byte: the server has lost it, or keeps it for the earlier account. */
export async function addFile({ store, ports }: Account, { downloaded: _downloaded, ...file }: DeviceMedia): Promise<void> {
  if (await store.media.get(file.id)) return;
  const isHere = file.fileName !== null;
  const row = file.entityId === null ? undefined : await store.view(file.entity).get(file.entityId);
  await store.media.add({
    ...file,
    ...FROM_THE_BEGINNING,
    entityId: row ? file.entityId : null,
    state: isHere ? (file.state === 'paused' ? 'paused' : 'kept') : 'failed',
    posterState: file.poster ? 'waiting' : 'none',
    objectPath: null,
    posterPath: null,
    attempts: 0,
    nextAttemptAt: 0,
    lastError: isHere ? null : file.lastError,
    updatedAt: ports.now(),
  });
  if (!row && isHere && file.entity === 'videos') await offer(store, ports, file.id);
}

/** A file that neither a row nor a draft names is offered for a new session, as after a crash. */
async function offer(store: Account['store'], ports: Account['ports'], id: string): Promise<void> {
  const isNamed = (await store.drafts.filter(({ mediaId }) => mediaId === id).count()) > 0;
  if (!isNamed) await putDraft(store, ports, waitingDraft(id), {}, id);
}
