import type { DeviceMedia } from './device-media.ts';
import type { Room } from './device-files.ts';
import { isConfirmed } from './forget-media.ts';
import type { Ports } from './ports.ts';
import { fileWords } from './queue-words.ts';
import type { Store } from './store.ts';

export interface StoredFile {
  media: DeviceMedia;
  /** 'Video of “Blind search”' */
  words: string;
  /** Whether the server has confirmed it; only then may this copy be deleted. */
  mayBeFreed: boolean;
}

export interface Stored {
  /** Largest first. */
  files: StoredFile[];
  /** Total bytes of these files. */
  size: number;
  /** The browser's storage estimate; null if it gives none. */
  room: Room | null;
}

/** Lists the stored files of this device and their sizes. */
export async function listStoredFiles(store: Store, ports: Ports): Promise<Stored> {
  const rows = await store.media.filter(({ fileName }) => fileName !== null).toArray();
  const files = await Promise.all(
    rows.map(async (media) => ({
      media,
      words: await fileWords(store, media),
      mayBeFreed: await isConfirmed(store, media),
    })),
  );
  const room = await ports.files.estimate().catch(() => null);
  return {
    files: files.sort((a, b) => b.media.size - a.media.size),
    size: rows.reduce((sum, media) => sum + media.size, 0),
    room,
  };
}
