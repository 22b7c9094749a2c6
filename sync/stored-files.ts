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
  /** Whether the server has confirmed it: only then may this copy go. */
  mayBeFreed: boolean;
}

export interface Stored {
  /** Largest first. */
  files: StoredFile[];
  /** Bytes of these files together. */
  size: number;
  /** What the browser says of its whole room; null where it does not. */
  room: Room | null;
}

/** What takes how much of this device. */
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
