import { waitingDraft } from '../media/shared-files.ts';
import { putDraft } from '../store/drafts.ts';
import { type DeviceMedia, FROM_THE_BEGINNING, type MediaField } from '../store/media-row.ts';
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

/**
 * Adds files, to be sent from the first byte: the server has lost them, or keeps them for the earlier account. Call it inside a
 * transaction over `changeTables`, after rows and drafts. A row that has another file here keeps that one.
 */
export async function addFiles(to: Account, media: readonly DeviceMedia[]): Promise<void> {
  const named = new Set((await to.store.drafts.toArray()).map(({ mediaId }) => mediaId));
  const held = await to.store.media.filter(({ state }) => state !== 'failed').toArray();
  const withFile = new Set(held.map(({ entityId }) => entityId));
  for (const file of media) {
    if (await to.store.media.get(file.id)) continue;
    const row: Partial<Record<MediaField, unknown>> | undefined = file.entityId
      ? await to.store.view(file.entity).get(file.entityId)
      : undefined;
    const isTaken = Boolean(row?.[file.field]) || (file.entityId !== null && withFile.has(file.entityId));
    // The row's file came from another device with this one's content, or is newer.
    if (isTaken && (file.state === 'uploaded' || file.entity !== 'videos')) continue;
    const isLinked = row !== undefined && !isTaken;
    await to.store.media.add(fromTheBeginning(file, isLinked ? file.entityId : null, to.ports.now()));
    // A film that neither a row nor a draft names is offered for a new session, as after a crash.
    if (!isLinked && file.fileName !== null && file.entity === 'videos' && !named.has(file.id))
      await putDraft(to.store, to.ports, waitingDraft(file.id), {}, file.id);
  }
}

function fromTheBeginning({ downloaded: _downloaded, ...file }: DeviceMedia, entityId: string | null, updatedAt: number): DeviceMedia {
  const isHere = file.fileName !== null;
  return {
    ...file,
    ...FROM_THE_BEGINNING,
    entityId,
    state: !isHere ? 'failed' : file.state === 'paused' ? 'paused' : 'kept',
    posterState: file.poster ? 'waiting' : 'none',
    objectPath: null,
    posterPath: null,
    attempts: 0,
    nextAttemptAt: 0,
    lastError: isHere ? null : file.lastError,
    updatedAt,
  };
}
