import type { DeviceMedia } from '../store/media-row.ts';
import type { StorageUse } from '../ports/device-files.ts';
import { isConfirmed } from '../media/forget-media.ts';
import type { Ports } from '../ports/ports.ts';
import { type FileSubject, fileSubject } from '../outbox/queue-subjects.ts';
import type { Store } from '../store/store.ts';

export interface StoredFile {
  media: DeviceMedia;
  subject: FileSubject;
  /** Whether the server has confirmed it; only then may this copy be deleted. */
  mayBeFreed: boolean;
}

export interface Stored {
  /** Largest first. */
  files: StoredFile[];
  /** Total bytes of these files. */
  size: number;
  /** The browser's storage estimate; null if it gives none. */
  storageUse: StorageUse | null;
}

/** Lists the stored files of this device and their sizes. */
export async function listStoredFiles(store: Store, ports: Ports): Promise<Stored> {
  const rows = await store.media.filter(({ fileName }) => fileName !== null).toArray();
  const files = await Promise.all(
    rows.map(async (media) => ({
      media,
      subject: await fileSubject(store, media),
      mayBeFreed: await isConfirmed(store, media),
    })),
  );
  const storageUse = await ports.files.estimate().catch(() => null);
  return {
    files: files.sort((a, b) => b.media.size - a.media.size),
    size: rows.reduce((sum, media) => sum + media.size, 0),
    storageUse,
  };
}
