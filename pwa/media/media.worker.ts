/// <reference lib="webworker" />
import { browserPorts } from '../../sync/ports/browser-ports.ts';
import { FileRefused } from '../../sync/media/check-file.ts';
import { downloadMedia } from '../../sync/transfers/download-media.ts';
import { hashFile } from '../../sync/media/hash-file.ts';
import { HashQueue } from '../../sync/media/hash-queue.ts';
import { storeFilm } from '../../sync/media/store-film.ts';
import { storeFile } from '../../sync/media/store-file.ts';
import { storePoster } from '../../sync/media/store-poster.ts';
import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
import { openStore } from '../../sync/store/store.ts';
import type { FromMediaWorker, ToMediaWorker } from '../../sync/media-worker-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

// Files are written here and not in the page, because most browsers write in place only in a dedicated worker, and
// because hashing 500 MB would block every tap.
const devices = new Map<string, ReturnType<typeof openDevice>>();
/** By media id: resolves once the file's row exists, because `addPoster` updates that row. */
const begun = new Map<string, Promise<unknown>>();

async function openDevice(userId: string) {
  const [store, files] = await Promise.all([openStore(userId), openDeviceFiles(userId)]);
  return { store, ports: browserPorts(files) };
}

function deviceOf(userId: string) {
  const device = devices.get(userId) ?? openDevice(userId);
  devices.set(userId, device);
  device.catch(() => devices.delete(userId));
  return device;
}

/** Hashes stored files. If the app ends before that, the upload hashes them. */
const hashes = new HashQueue({ sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), random: Math.random });

const hashLater = (userId: string, mediaId: string) =>
  hashes.add(mediaId, async (signal) => {
    const { store, ports } = await deviceOf(userId);
    await hashFile(store, ports, mediaId, signal);
  });

const tell = (message: FromMediaWorker) => self.postMessage(message);

function storePicked({ userId, mediaId, file, name, entity, described }: ToMediaWorker & { type: 'store' }): void {
  const { promise, resolve } = withResolvers();
  begun.set(mediaId, promise);
  // Writing a picked file has priority over hashing.
  hashes.pause();
  deviceOf(userId)
    .then(async ({ store, ports }) => {
      const media = await storeFile(store, ports, { id: mediaId, file, name, entity }, (writtenBytes) => {
        resolve();
        tell({ type: 'progress', mediaId, writtenBytes, size: file.size });
      });
      // A file that is uploaded without its poster would get another one from the server.
      if (described) await storePoster(store, ports, mediaId, described).catch(() => {});
      return media;
    })
    .then((media) => {
      tell({ type: 'stored', mediaId, media });
      hashLater(userId, mediaId);
    })
    .catch((error: unknown) => tellWhy(mediaId, error))
    .finally(() => {
      resolve();
      if (described) begun.delete(mediaId);
      hashes.resume();
    });
}

/** Videos being recorded, by media id. */
const films = new Map<string, PieceQueue>();

/** Pieces from the camera, until the recording ends. */
class PieceQueue {
  readonly #pieces: Blob[] = [];
  #over = false;
  #changed = () => {};

  add(piece: Blob): void {
    this.#pieces.push(piece);
    this.#changed();
  }

  end(): void {
    this.#over = true;
    this.#changed();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Blob> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece) yield piece;
      else if (this.#over) return;
      else await new Promise<void>((resolve) => (this.#changed = resolve));
    }
  }
}

async function film({ userId, mediaId, name, mime, draftKey }: ToMediaWorker & { type: 'film' }): Promise<void> {
  const pieces = new PieceQueue();
  films.set(mediaId, pieces);
  hashes.pause();
  try {
    const { store, ports } = await deviceOf(userId);
    const media = await storeFilm(store, ports, { id: mediaId, name, type: mime, draftKey }, pieces);
    if (!media) throw new Error('Nothing was filmed');
    tell({ type: 'stored', mediaId, media });
    hashLater(userId, mediaId);
  } catch (error) {
    tellWhy(mediaId, error);
  } finally {
    films.delete(mediaId);
    hashes.resume();
  }
}

function tellWhy(mediaId: string, error: unknown): void {
  if (error instanceof FileRefused) tell({ type: 'refused', mediaId, refusal: error.refusal });
  else tell({ type: 'failed', mediaId, message: String(error) });
}

async function download({ userId, media }: ToMediaWorker & { type: 'download' }): Promise<void> {
  const { id: mediaId } = media;
  try {
    const { store, ports } = await deviceOf(userId);
    const stored = await downloadMedia(store, ports, media, (writtenBytes, size) =>
      tell({ type: 'progress', mediaId, writtenBytes, size }),
    );
    tell({ type: 'stored', mediaId, media: stored });
  } catch (error) {
    tellWhy(mediaId, error);
  }
}

async function addPoster({ userId, mediaId, poster, durationSeconds }: ToMediaWorker & { type: 'poster' }): Promise<void> {
  await begun.get(mediaId);
  begun.delete(mediaId);
  const { store, ports } = await deviceOf(userId);
  await storePoster(store, ports, mediaId, { poster, durationSeconds });
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

self.addEventListener('message', ({ data }: MessageEvent<ToMediaWorker>) => {
  if (data.type === 'store') return storePicked(data);
  if (data.type === 'download') return void download(data);
  if (data.type === 'film') return void film(data);
  if (data.type === 'film-piece') return films.get(data.mediaId)?.add(data.piece);
  if (data.type === 'film-end') return films.get(data.mediaId)?.end();
  // The poster is optional: a full device still keeps the file.
  void addPoster(data).catch(() => {});
});
