import { checkFile, FileRefused } from '../../sync/media/check-file.ts';
import type { DeviceMedia, MediaEntity } from '../../sync/store/media-row.ts';
import type { MediaToDownload } from '../../sync/transfers/download-media.ts';
import type { FilmToKeep } from '../../sync/media/store-film.ts';
import type { FromKeeper, ToKeeper } from '../../sync/file-worker-messages.ts';
import { readPoster } from './poster.ts';

export interface KeepOptions {
  for: MediaEntity;
  onProgress?: (writtenBytes: number, size: number) => void;
}

export interface Keeping {
  /** Known at once, for a draft or session that is saved before the file is fully written. */
  mediaId: string;
  /** Resolves when every byte is on this device; rejects with FileRefused if there is no room or the file cannot be read. */
  kept: Promise<DeviceMedia>;
}

interface Waiting {
  onProgress: (writtenBytes: number, size: number) => void;
  resolve: (media: DeviceMedia) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<string, Waiting>();
let keeper: Worker | null = null;

/**
 * Stores a picked, filmed or dropped file on this device from a worker, with its poster, duration and size, which only a
 * page can read.
 * @throws FileRefused at once, if its type is wrong or it is too large
 */
export function keepMedia(userId: string, file: File, { for: entity, onProgress = () => {} }: KeepOptions): Keeping {
  const type = checkFile(file, entity);
  const { worker, ...keeping } = askKeeper((mediaId) => ({ type: 'keep', userId, mediaId, file, name: file.name, entity }), onProgress);
  void readPoster(file, type).then((described) => tell(worker, { type: 'poster', userId, mediaId: keeping.mediaId, ...described }));
  return keeping;
}

export interface KeepingFilm extends Keeping {
  add: (piece: Blob) => void;
  /** After the last piece. */
  end: () => void;
}

/** Stores a film while it records, so that a closed page loses little. `kept` resolves early if the device is full. */
export function keepFilmAsItComes(userId: string, { name, type, draftKey }: Omit<FilmToKeep, 'id'>): KeepingFilm {
  const { worker, ...keeping } = askKeeper((id) => ({ type: 'film', userId, mediaId: id, name, mime: type, draftKey }));
  const { mediaId } = keeping;
  return {
    ...keeping,
    add: (piece) => tell(worker, { type: 'film-piece', mediaId, piece }),
    end: () => tell(worker, { type: 'film-end', mediaId }),
  };
}

/**
 * Downloads a session's file to this device. `kept` rejects with FileRefused if there is no room.
 */
export function keepForViewing(
  userId: string,
  media: Omit<MediaToDownload, 'id'>,
  onProgress: (writtenBytes: number, size: number) => void,
): Keeping {
  const { worker: _worker, ...keeping } = askKeeper((id) => ({ type: 'download', userId, media: { ...media, id } }), onProgress);
  return keeping;
}

/** Sends the worker a request for a new file. @param request builds it with the new media id */
function askKeeper(request: (mediaId: string) => ToKeeper, onProgress: Waiting['onProgress'] = () => {}): Keeping & { worker: Worker } {
  const mediaId = crypto.randomUUID();
  const worker = startKeeper();
  const kept = new Promise<DeviceMedia>((resolve, reject) => waiting.set(mediaId, { onProgress, resolve, reject }));
  // Avoid an unhandled rejection: a caller may save without awaiting this, and the row has the outcome.
  kept.catch(() => {});
  tell(worker, request(mediaId));
  return { mediaId, kept, worker };
}

/** Adds the poster and duration of a file that was stored without a page, or whose page closed too early. */
export async function describeKept(userId: string, mediaId: string, blob: Blob, type: string): Promise<void> {
  tell(startKeeper(), { type: 'poster', userId, mediaId, ...(await readPoster(blob, type)) });
}

const tell = (worker: Worker, message: ToKeeper) => worker.postMessage(message);

function startKeeper(): Worker {
  if (keeper) return keeper;
  const started = new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module', name: 'longline-media' });
  started.addEventListener('message', ({ data }: MessageEvent<FromKeeper>) => answer(data));
  started.addEventListener('error', () => {
    // The worker failed to load or ran out of memory: the next file starts a new one.
    keeper = null;
    for (const mediaId of waiting.keys()) answer({ type: 'failed', mediaId, message: 'The file writer stopped' });
  });
  keeper = started;
  return started;
}

function answer(message: FromKeeper): void {
  const one = waiting.get(message.mediaId);
  if (!one) return;
  if (message.type === 'progress') return one.onProgress(message.writtenBytes, message.size);
  waiting.delete(message.mediaId);
  if (message.type === 'kept') one.resolve(message.media);
  else one.reject(message.type === 'refused' ? new FileRefused(message.refusal) : new Error(message.message));
}
