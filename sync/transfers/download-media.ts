import type { DeviceMedia } from '../store/media-row.ts';
import { FileRefused } from '../media/check-file.ts';
import { forgetMedia } from '../media/forget-media.ts';
import { writingLock, mustHaveRoom, newRow } from '../media/store-file.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { senderHeaders } from './upload-calls.ts';
import { SILENT_MS } from './transfer-timeouts.ts';
import { withStallTimeout } from '../http/with-stall-timeout.ts';

export interface MediaToDownload {
  /** Id of the `media` row that the download makes. */
  id: string;
  videoId: string;
  objectPath: string;
  /** The name shown in the list of files. */
  name: string;
}

/**
 * Downloads a session's file so that it plays offline. The person can free it like any other file.
 * @throws FileRefused when there is no room; TypeError, or an error with the answer's status, when the download fails;
 *   an error when the connection stalls. In each case nothing stays on the device
 */
export async function downloadMedia(
  store: Store,
  ports: Ports,
  media: MediaToDownload,
  onProgress: (writtenBytes: number, size: number) => void = () => {},
): Promise<DeviceMedia> {
  const { id, objectPath, name } = media;
  const kept = await withStallTimeout(ports, SILENT_MS, async (silent, moved) => {
    const headers = senderHeaders(store.userId);
    const answer = await ports.fetch(new Request(new URL(objectPath, ports.origin), { headers, signal: silent }));
    const size = Number(answer.headers.get('Content-Length'));
    try {
      if (!answer.ok || !answer.body || !size) throw new Error(`The server answered ${answer.status}`);
      await mustHaveRoom(ports, size);
    } catch (error) {
      await answer.body?.cancel();
      throw error;
    }
    const pieces = answer.body.getReader();
    // Ends a pending read when the connection stalls.
    silent.addEventListener('abort', () => void pieces.cancel().catch(() => {}), { once: true });
    const type = answer.headers.get('Content-Type') ?? '';
    return ports.lock(writingLock(id), async () => {
      // Link the file to its session only when the file is complete: until then the session stays unchanged.
      await store.media.add({ ...newRow(id, size, name, type, 'videos', ports.now()), downloaded: true, posterState: 'failed' });
      try {
        await copy(pieces, ports, id, size, (written) => {
          moved();
          onProgress(written, size);
        });
        if (!(await settle(store, ports, media))) await forgetMedia(store, ports, id);
      } catch (error) {
        await forgetMedia(store, ports, id);
        throw error instanceof DOMException && error.name === 'QuotaExceededError'
          ? new FileRefused({ code: 'no_room', size, free: null })
          : error;
      }
      return store.media.get(id);
    });
  });
  if (!kept) throw new DOMException('The file was removed while it was being downloaded', 'AbortError');
  return kept;
}

async function copy(
  pieces: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  ports: Ports,
  id: string,
  size: number,
  onWritten: (bytes: number) => void,
) {
  const writer = await ports.files.create(id);
  try {
    let written = 0;
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) break;
      await writer.write(value);
      written += value.length;
      onWritten(written);
    }
    if (written !== size) throw new TypeError('The connection dropped');
    await writer.close();
  } catch (error) {
    await pieces.cancel().catch(() => {});
    await writer.abort().catch(() => {});
    throw error;
  }
}

/** @returns false when the session has another file by now, which this one must not replace */
async function settle(store: Store, ports: Ports, { id, videoId, objectPath }: Omit<MediaToDownload, 'name'>): Promise<boolean> {
  const { linked, freed } = await store.transaction('rw', store.rowTables, async () => {
    const before = await store.media.where('[entity+entityId]').equals(['videos', videoId]).toArray();
    const named = (await store.view('videos').get(videoId))?.videoUrl;
    if (named !== objectPath || before.some(({ state }) => state !== 'uploaded')) return { linked: false, freed: [] };
    await store.media.update(id, { state: 'uploaded', entityId: videoId, objectPath, updatedAt: ports.now() });
    // A copy freed here earlier is the same file, or one that was replaced.
    return { linked: true, freed: before.filter(({ fileName }) => fileName === null) };
  });
  for (const { id: earlier } of freed) await forgetMedia(store, ports, earlier);
  return linked;
}
