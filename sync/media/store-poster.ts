import type { FileWriter } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

export interface PosterToStore {
  blob: Blob;
  width: number;
  height: number;
}

const posterName = (mediaId: string) => `${mediaId}.poster`;

/** Stores a file's poster frame next to it, and its duration. Posters are optional: the caller may ignore errors. */
export async function storePoster(
  store: Store,
  ports: Ports,
  mediaId: string,
  { poster, durationSeconds }: { poster: PosterToStore | null; durationSeconds: number | null },
): Promise<void> {
  const fileName = posterName(mediaId);
  if (poster) await write(await ports.files.create(fileName), poster.blob);
  const found = await store.media.update(mediaId, (media) => {
    media.durationSeconds = durationSeconds;
    if (poster) {
      media.poster = { fileName, width: poster.width, height: poster.height };
      // Only sessions have a poster field (R101).
      media.posterState = media.entity === 'videos' ? 'waiting' : 'none';
    } else {
      // This browser cannot make a poster; the server makes one if it can.
      media.posterState = 'failed';
    }
    media.updatedAt = ports.now();
  });
  if (found === 0 && poster) await ports.files.delete(fileName);
}

async function write(writer: FileWriter, blob: Blob): Promise<void> {
  try {
    await writer.write(new Uint8Array(await blob.arrayBuffer()));
    await writer.close();
  } catch (error) {
    await writer.abort().catch(() => {});
    throw error;
  }
}
