import { checkFile, FileRefused } from '../../sync/media/check-file.ts';
import type { DeviceMedia, MediaEntity } from '../../sync/store/media-row.ts';
import type { MediaToDownload } from '../../sync/transfers/download-media.ts';
import type { FilmToStore } from '../../sync/media/store-film.ts';
import type { FromMediaWorker, ToMediaWorker } from '../../sync/media-worker-messages.ts';
import { type ReadPoster, readPoster } from './poster.ts';

export interface StoreOptions {
  for: MediaEntity;
  /** Its poster and duration, if they are known already. */
  described?: ReadPoster;
  onProgress?: (writtenBytes: number, size: number) => void;
}

export interface Storing {
  /** Known at once, for a draft or session that is saved before the file is fully written. */
  mediaId: string;
  /** Resolves when every byte is on this device; rejects with FileRefused if there is no room or the file cannot be read. */
  stored: Promise<DeviceMedia>;
}

interface Waiting {
  onProgress: (writtenBytes: number, size: number) => void;
  resolve: (media: DeviceMedia) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<string, Waiting>();
let mediaWorker: Worker | null = null;

/**
 * Has a worker store a picked, filmed or dropped file on this device, and sends the worker the file's poster and duration,
 * which only a page can read.
 * @throws FileRefused at once, if its type is wrong or it is too large
 */
export function storeMedia(userId: string, file: File, { for: entity, described, onProgress = () => {} }: StoreOptions): Storing {
  const type = checkFile(file, entity);
  const { worker, ...storing } = askMediaWorker(
    (mediaId) => ({ type: 'store', userId, mediaId, file, name: file.name, entity, ...(described && { described }) }),
    onProgress,
  );
  if (!described) void readPoster(file, type).then((read) => tell(worker, { type: 'poster', userId, mediaId: storing.mediaId, ...read }));
  return storing;
}

export interface StoringFilm extends Storing {
  add: (piece: Blob) => void;
  /** Call this after the last piece. */
  end: () => void;
}

/** Stores a video while it is recorded, so that a closed page loses little. `stored` resolves early if the device is full. */
export function storeFilmWhileRecording(userId: string, { name, type, draftKey }: Omit<FilmToStore, 'id'>): StoringFilm {
  const { worker, ...storing } = askMediaWorker((id) => ({ type: 'film', userId, mediaId: id, name, mime: type, draftKey }));
  const { mediaId } = storing;
  return {
    ...storing,
    add: (piece) => tell(worker, { type: 'film-piece', mediaId, piece }),
    end: () => tell(worker, { type: 'film-end', mediaId }),
  };
}

/**
 * Downloads a session's file to this device. `stored` rejects with FileRefused if there is no room.
 */
export function downloadForViewing(
  userId: string,
  media: Omit<MediaToDownload, 'id'>,
  onProgress: (writtenBytes: number, size: number) => void,
): Storing {
  const { worker: _worker, ...storing } = askMediaWorker((id) => ({ type: 'download', userId, media: { ...media, id } }), onProgress);
  return storing;
}

/** Sends the worker a request for a new file. @param request builds the request with the new media id */
function askMediaWorker(
  request: (mediaId: string) => ToMediaWorker,
  onProgress: Waiting['onProgress'] = () => {},
): Storing & { worker: Worker } {
  const mediaId = crypto.randomUUID();
  const worker = startMediaWorker();
  const stored = new Promise<DeviceMedia>((resolve, reject) => waiting.set(mediaId, { onProgress, resolve, reject }));
  // Avoid an unhandled rejection: a caller may save without awaiting this, and the row has the outcome.
  stored.catch(() => {});
  tell(worker, request(mediaId));
  return { mediaId, stored, worker };
}

/** Adds the poster and duration of a file if no page could read them while the file was stored. */
export async function addPosterAndDuration(userId: string, mediaId: string, blob: Blob, type: string): Promise<void> {
  tell(startMediaWorker(), { type: 'poster', userId, mediaId, ...(await readPoster(blob, type)) });
}

const tell = (worker: Worker, message: ToMediaWorker) => worker.postMessage(message);

function startMediaWorker(): Worker {
  if (mediaWorker) return mediaWorker;
  const started = new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module', name: 'longline-media' });
  started.addEventListener('message', ({ data }: MessageEvent<FromMediaWorker>) => answer(data));
  started.addEventListener('error', () => {
    // The worker failed to load or ran out of memory: the next file starts a new worker.
    mediaWorker = null;
    for (const mediaId of waiting.keys()) answer({ type: 'failed', mediaId, message: 'The file writer stopped' });
  });
  mediaWorker = started;
  return started;
}

function answer(message: FromMediaWorker): void {
  const one = waiting.get(message.mediaId);
  if (!one) return;
  if (message.type === 'progress') return one.onProgress(message.writtenBytes, message.size);
  waiting.delete(message.mediaId);
  if (message.type === 'stored') one.resolve(message.media);
  else one.reject(message.type === 'refused' ? new FileRefused(message.refusal) : new Error(message.message));
}
