import type { FileRefusal } from './media/check-file.ts';
import type { DeviceMedia, MediaEntity } from './store/media-row.ts';
import type { MediaToDownload } from './transfers/download-media.ts';
import type { PosterToStore } from './media/store-poster.ts';

interface Described {
  poster: PosterToStore | null;
  durationSeconds: number | null;
}

/** From the page to the worker that writes files. A File is passed by reference, without copying. */
export type ToMediaWorker =
  | { type: 'store'; userId: string; mediaId: string; file: Blob; name: string; entity: MediaEntity; described?: Described }
  | { type: 'film'; userId: string; mediaId: string; name: string; mime: string; draftKey: string }
  | { type: 'film-piece'; mediaId: string; piece: Blob }
  | { type: 'film-end'; mediaId: string }
  | { type: 'download'; userId: string; media: MediaToDownload }
  | ({ type: 'poster'; userId: string; mediaId: string } & Described);

export type FromMediaWorker =
  | { type: 'progress'; mediaId: string; writtenBytes: number; size: number }
  | { type: 'stored'; mediaId: string; media: DeviceMedia }
  | { type: 'refused'; mediaId: string; refusal: FileRefusal }
  | { type: 'failed'; mediaId: string; message: string };
