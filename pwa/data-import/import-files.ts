import { checkFile, FileRefused } from '../../sync/media/check-file.ts';
import type { ExportedFiles } from '../../sync/import/exported-files.ts';
import type { FileToImport } from '../../sync/import/plan-import.ts';
import { forgetMedia, freeAsChosen } from '../../sync/media/forget-media.ts';
import type { PosterToStore } from '../../sync/media/store-poster.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { MEDIA_FIELDS, type MediaField } from '../../sync/store/media-row.ts';
import type { Store } from '../../sync/store/store.ts';
import { storeMedia } from '../media/media-worker-client.ts';
import { type ReadPoster, readPoster } from '../media/poster.ts';

/** How often a full device is asked whether uploads have made room. */
const ROOM_EVERY_MS = 3_000;

export interface ImportFilesOptions {
  /** @param waits whether it waits for uploads to make room */
  tell: (done: number, waits: boolean) => void;
  signal: AbortSignal;
}

/**
 * Stores films and pictures of an export on this device, one after the other, and gives them to their rows; from then on they are
 * uploaded as any other. Their copies here go once the server has them, so that an export may be larger than the device.
 * @returns names of those that this device cannot take, such as damaged ones
 * @throws FileRefused if there is no room and no upload makes any, the signal's reason, or the store's error
 */
export async function importFiles(
  store: Store,
  ports: Ports,
  { files, wanted }: { files: ExportedFiles; wanted: readonly FileToImport[] },
  { tell, signal }: ImportFilesOptions,
): Promise<string[]> {
  const refused: string[] = [];
  for (const [place, each] of wanted.entries()) {
    tell(place, false);
    const stored = await storeWithRoom(store, ports, { files, each }, { signal, waits: () => tell(place, true) });
    if (stored) await giveToRow(store, ports, each, stored);
    else refused.push(each.name);
  }
  tell(wanted.length, false);
  return refused;
}

interface WithRoom {
  signal: AbortSignal;
  waits: () => void;
}

/** @returns the id of the stored file; null if this device cannot take it */
async function storeWithRoom(
  store: Store,
  ports: Ports,
  { files, each }: { files: ExportedFiles; each: FileToImport },
  { signal, waits }: WithRoom,
): Promise<string | null> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const file = await fileOf(files, each.name);
      const described = await describe(files, each, file);
      const { mediaId, stored } = storeMedia(store.userId, file, { for: each.entity, described });
      await stored;
      return mediaId;
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      if (error.refusal.code !== 'no_room') return null;
      if (!(await isWaiting(store))) throw error;
      waits();
      await ports.sleep(ROOM_EVERY_MS, signal);
      await freeAsChosen(store, ports);
    }
  }
}

/** Whether an upload of an imported film will make room. */
const isWaiting = async (store: Store): Promise<boolean> =>
  (await store.media.filter(({ freeOnceConfirmed, fileName }) => Boolean(freeOnceConfirmed && fileName)).count()) > 0;

async function fileOf(files: ExportedFiles, name: string): Promise<File> {
  const blob = await files.file(name);
  return new File([blob], name.slice(name.lastIndexOf('/') + 1));
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

/** Unless someone gave the row another file meanwhile. */
async function giveToRow(store: Store, ports: Ports, { entity, id }: FileToImport, mediaId: string): Promise<void> {
  const isGiven = await store.transaction('rw', store.changeTables, async () => {
    const row: Partial<Record<MediaField, unknown>> | undefined = await store.view(entity).get(id);
    const others = await store.media.where('[entity+entityId]').equals([entity, id]).count();
    if (!row || row[MEDIA_FIELDS[entity]] || others > 0) return false;
    await store.media.update(mediaId, { freeOnceConfirmed: true });
    await mutate(store, ports, `${entity}.update`, { payload: {}, params: { id }, mediaId });
    return true;
  });
  if (!isGiven) await forgetMedia(store, ports, mediaId);
}
