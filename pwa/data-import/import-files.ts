import { checkFile, FileRefused } from '../../sync/media/check-file.ts';
import { type ExportedFiles, ImportRefused } from '../../sync/import/exported-files.ts';
import type { FileToImport, ImportPlan } from '../../sync/import/plan-import.ts';
import { forgetMedia, freeAsChosen } from '../../sync/media/forget-media.ts';
import type { PosterToStore } from '../../sync/media/store-poster.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { DeviceFull } from '../../sync/store/device-full.ts';
import { hasFile, MEDIA_FIELDS, type MediaEntity, type MediaField } from '../../sync/store/media-row.ts';
import type { Store } from '../../sync/store/store.ts';
import { storeMedia } from '../media/media-worker-client.ts';
import { type ReadPoster, readPoster } from '../media/poster.ts';

/** How often a full device is asked whether uploads have made room. */
const ROOM_EVERY_MS = 3_000;
/** After ten minutes in which no byte arrived, an import ends; its person can choose the file again. */
const SAME_AT_MOST = 200;

export interface ImportFilesOptions {
  /** @param waits whether it waits for uploads to make room */
  tell: (done: number, waits: boolean) => void;
  signal: AbortSignal;
  /** Filled as it goes on, so that it is known after a stop too. */
  imported: FilesImported;
}

/**
 * Stores films and pictures of an export on this device, one after the other, and gives them to their rows; from then on they are
 * uploaded as any other. Their copies here go once the server has them, so that an export may be larger than the device. One
 * that this device cannot take, such as a damaged one, keeps no other back.
 * @throws the signal's reason
 */
export async function importFiles(
  store: Store,
  ports: Ports,
  { files, plan }: { files: ExportedFiles; plan: ImportPlan },
  { tell, signal, imported }: ImportFilesOptions,
): Promise<void> {
  for (const [place, each] of plan.files.entries()) {
    signal.throwIfAborted();
    tell(place, false);
    try {
      const { size, sha256 } = plan.expected.get(each.name) ?? {};
      const file = await fileOf(files, each.name);
      if (file.size !== size || (await files.sha256(each.name)) !== sha256) throw new ImportRefused('altered');
      const described = await describe(files, each, file);
      const options = { signal, waits: () => tell(place, true) };
      const stored = await storeWithRoom(store, ports, { file, described, entity: each.entity }, options);
      if (await giveToRow(store, ports, each, stored)) imported.added += 1;
    } catch (error) {
      signal.throwIfAborted();
      imported.isFull = error instanceof DeviceFull || (error instanceof FileRefused && error.refusal.code === 'no_room');
      // The next import goes on here, once there is room.
      if (imported.isFull) return;
      imported.refused.push(each.name);
    }
  }
  tell(plan.files.length, false);
}

export interface FilesImported {
  added: number;
  /** Names of those that this device cannot take. */
  refused: string[];
  /** It ended because this device is full. */
  isFull: boolean;
}

interface WithRoom {
  signal: AbortSignal;
  waits: () => void;
}

/** @returns the id of the stored file. @throws FileRefused, also if there is no room and no upload makes any */
async function storeWithRoom(
  store: Store,
  ports: Ports,
  { file, described, entity }: { file: File; described: ReadPoster; entity: MediaEntity },
  { signal, waits }: WithRoom,
): Promise<string> {
  for (let before = '', same = 0; ; ) {
    try {
      const { mediaId, stored } = storeMedia(store.userId, file, { for: entity, described });
      await stored;
      return mediaId;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FileRefused) || error.refusal.code !== 'no_room') throw error;
      const now = await uploadsGoingOn(store);
      same = now === before ? same + 1 : 0;
      if (now === '' || same >= SAME_AT_MOST) throw error;
      before = now;
      waits();
      await ports.sleep(ROOM_EVERY_MS, signal);
      signal.throwIfAborted();
      await freeAsChosen(store, ports);
    }
  }
}

/** Progress of the uploads whose local files will be deleted; empty if there are none. */
async function uploadsGoingOn(store: Store): Promise<string> {
  const going = await store.media
    .filter(
      ({ freeOnceConfirmed, fileName, state }) =>
        Boolean(freeOnceConfirmed && fileName) && ['kept', 'uploading', 'uploaded'].includes(state),
    )
    .toArray();
  return going.map(({ id, state, acknowledgedBytes }) => `${id} ${state} ${acknowledgedBytes}`).join('\n');
}

async function fileOf(files: ExportedFiles, name: string): Promise<File> {
  const blob = await files.file(name);
  const own = name.slice(name.lastIndexOf('/') + 1);
  // An ending that says nothing: what is in the file decides.
  const type = own.endsWith('.bin') ? (own.startsWith('film.') ? 'video/mp4' : 'image/jpeg') : '';
  return new File([blob], own, { type });
}

/** With the poster of the export and no other one: without one, the server makes what it shows. */
async function describe(files: ExportedFiles, { entity, poster }: FileToImport, file: File): Promise<ReadPoster> {
  const { durationSeconds } = await readPoster(file, checkFile(file, entity));
  const given = poster && files.has(poster) ? await posterOf(await files.file(poster)).catch(() => null) : null;
  return { poster: given, durationSeconds };
}

async function posterOf(blob: Blob): Promise<PosterToStore> {
  const picture = await createImageBitmap(blob);
  const { width, height } = picture;
  picture.close();
  return { blob, width, height };
}

/** Unless someone gave the row another file meanwhile. @returns whether it has this one now */
async function giveToRow(store: Store, ports: Ports, { entity, id }: FileToImport, mediaId: string): Promise<boolean> {
  const give = async () => {
    const row: Partial<Record<MediaField, unknown>> | undefined = await store.view(entity).get(id);
    const others = await store.media.where('[entity+entityId]').equals([entity, id]).toArray();
    if (!row || row[MEDIA_FIELDS[entity]] || others.some(hasFile)) return false;
    // Entries of a file that was lost on the way.
    await store.media.bulkDelete(others.map((other) => other.id));
    await store.media.update(mediaId, { freeOnceConfirmed: true, imported: true });
    await mutate(store, ports, `${entity}.update`, { payload: {}, params: { id }, mediaId });
    return true;
  };
  let isGiven = false;
  try {
    isGiven = await store.transaction('rw', store.changeTables, give);
  } finally {
    if (!isGiven) await forgetMedia(store, ports, mediaId).catch(() => undefined);
  }
  return isGiven;
}
