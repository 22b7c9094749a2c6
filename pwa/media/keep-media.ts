import { checkFile, FileRefused } from '../../sync/check-file.ts';
import type { DeviceMedia, MediaEntity } from '../../sync/device-media.ts';
import type { MediaToDownload } from '../../sync/download-media.ts';
import type { FilmToKeep } from '../../sync/keep-film.ts';
import type { FromKeeper, ToKeeper } from '../../sync/keep-messages.ts';
import { readPoster } from './poster.ts';

export interface KeepOptions {
  for: MediaEntity;
  onProgress?: (writtenBytes: number, size: number) => void;
}

export interface Keeping {
  /** Names the file at once, for a draft or a log that is saved before the file is wholly written. */
  mediaId: string;
  /** Resolves when every byte is on this device; rejects with FileRefused when there is no room or it cannot be read. */
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
 * Keeps a file that was picked, filmed or dropped: writes it to this device from a worker, and beside it its poster
 * frame, duration and size, which only a page can read.
 * @throws FileRefused at once, when it is of a wrong kind or too large
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

/** Keeps a film while it is filmed: what came is on this device, whatever becomes of the page. `kept` resolves early when the device is full. */
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
 * Fetches a session's file from the server into this device.
 * @throws FileRefused, by `kept`, when there is no room
 */
export function keepForViewing(
  userId: string,
  media: Omit<MediaToDownload, 'id'>,
  onProgress: (writtenBytes: number, size: number) => void,
): Keeping {
  const { worker: _worker, ...keeping } = askKeeper((id) => ({ type: 'download', userId, media: { ...media, id } }), onProgress);
  return keeping;
}

/** Asks the worker for one more file. @param request with the name that the file is to have */
function askKeeper(request: (mediaId: string) => ToKeeper, onProgress: Waiting['onProgress'] = () => {}): Keeping & { worker: Worker } {
  const mediaId = crypto.randomUUID();
  const worker = startKeeper();
  const kept = new Promise<DeviceMedia>((resolve, reject) => waiting.set(mediaId, { onProgress, resolve, reject }));
  // Who saves a log without waiting for the file may not look at this; its row says what became of it.
  kept.catch(() => {});
  tell(worker, request(mediaId));
  return { mediaId, kept, worker };
}

/** Makes up what a file lacks that was kept without a page, or whose page went away before its poster was made. */
export async function describeKept(userId: string, mediaId: string, blob: Blob, type: string): Promise<void> {
  tell(startKeeper(), { type: 'poster', userId, mediaId, ...(await readPoster(blob, type)) });
}

const tell = (worker: Worker, message: ToKeeper) => worker.postMessage(message);

function startKeeper(): Worker {
  if (keeper) return keeper;
  const started = new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module', name: 'longline-media' });
  started.addEventListener('message', ({ data }: MessageEvent<FromKeeper>) => answer(data));
  started.addEventListener('error', () => {
    // It could not be loaded or ran out of memory: the next file gets a new one.
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
