import { browserPorts } from '../../../sync/ports/browser-ports.ts';
import { FileRefused } from '../../../sync/media/check-file.ts';
import { IndexedDbFiles } from '../../../sync/files/indexed-db-files.ts';
import { hashFile } from '../../../sync/media/hash-file.ts';
import { storeFile } from '../../../sync/media/store-file.ts';
import { openDeviceFiles } from '../../../sync/files/open-device-files.ts';
import { readPieces } from '../../../sync/files/read-pieces.ts';
import { recoverMedia } from '../../../sync/media/recover-media.ts';
import type { DeviceMedia } from '../../../sync/store/media-row.ts';
import { openStore } from '../../../sync/store/store.ts';
import { fileRefusalWords } from '../../media/file-refusal-words.ts';
import { storeMedia } from '../../media/media-worker-client.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';

const picked = () => {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('Nothing is picked');
  return file;
};

const words = (error: unknown) => (error instanceof FileRefused ? fileRefusalWords(error.refusal) : String(error));

async function sha256Of(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const store = await openStore(USER);
const ports = browserPorts(await openDeviceFiles(USER));
const readable = async (fileName: string) => {
  const file = await ports.files.open(fileName);
  if (!file) throw new Error(`There is no ${fileName}`);
  return file.blob('');
};

/**
 * Resolves when the file's writer has started, and keeps its row in state `writing`: an endless transaction holds the row
 * until the page is gone. However fast the disk is, a kill after this happens in mid-write.
 */
async function holdWriting(mediaId: string): Promise<void> {
  await new Promise<void>((begun, failed) => {
    const hold = () =>
      store.transaction('rw', store.media, async () => {
        for (;;) {
          const row = await store.media.get(mediaId);
          if (!row) return;
          if (row.state !== 'writing') throw new Error(`The file is ${row.state} already`);
          begun();
        }
      });
    const untilHeld = async (): Promise<void> => hold().then(untilHeld);
    untilHeld().catch(failed);
  });
}

/** By media id, the row that `begin` is storing. */
const storing: Record<string, Promise<DeviceMedia>> = {};
/** By media id, why `begin` could not store the file. */
const failures: Record<string, string> = {};

/** Functions that the device media tests call in a real browser. */
const mediaOfDevice = {
  keep: async () => {
    try {
      const { mediaId, stored } = storeMedia(USER, picked(), { for: 'videos' });
      return { mediaId, media: await stored };
    } catch (error) {
      return { words: words(error) };
    }
  },
  begin: () => {
    const { mediaId, stored } = storeMedia(USER, picked(), { for: 'videos' });
    storing[mediaId] = stored;
    stored.catch((error: unknown) => (failures[mediaId] = words(error)));
    return mediaId;
  },
  /** The row of a file that `begin` stores, as it was when every byte was on the device. */
  stored: (mediaId: string) => storing[mediaId],
  /** The hash of a file that `begin` or `keep` stores. Until it is there, rejects with the file's state and the held locks. */
  hashOf: async (mediaId: string): Promise<string> => {
    const row = await store.media.get(mediaId);
    if (row?.sha256) return row.sha256;
    const { held = [], pending = [] } = await navigator.locks.query();
    const locks = [...held, ...pending].map(({ name }) => name).join(', ');
    throw new Error(`Not hashed: ${failures[mediaId] ?? row?.state ?? 'no row'}; locks: ${locks}`);
  },
  holdWriting,
  keepInPieces: async () => {
    const files = new IndexedDbFiles('pieces', async () => null);
    const id = crypto.randomUUID();
    const inPieces = { ...ports, files };
    await storeFile(store, inPieces, { id, file: picked(), name: 'a.mp4', entity: 'videos' });
    const file = await files.open(id);
    return { said: await hashFile(store, inPieces, id), read: file && (await sha256Of(await file.blob(''))) };
  },
  /** Reads the picked file while garbage collection runs all the time. @returns how many bytes it has read */
  readCollecting: async () => {
    const { gc } = globalThis as { gc?: () => void };
    if (!gc) throw new Error('Start the browser with --js-flags=--expose-gc');
    const collecting = setInterval(gc, 5);
    let read = 0;
    for await (const piece of readPieces(picked())) read += piece.byteLength;
    clearInterval(collecting);
    return read;
  },
  row: (mediaId: string) => store.media.get(mediaId),
  sha256Of: async (fileName: string) => sha256Of(await readable(fileName)),
  base64Of: async (fileName: string) => {
    const bytes = new Uint8Array(await (await readable(fileName)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  },
  pictureOf: async (fileName: string) => {
    const picture = await createImageBitmap(await readable(fileName));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const brush = canvas.getContext('2d');
    brush?.drawImage(picture, 0, 0);
    const corner = brush?.getImageData(2, 2, 1, 1).data;
    return { width: picture.width, height: picture.height, corner: [...(corner ?? [])] };
  },
  recover: () => recoverMedia(store, ports),
  files: () => ports.files.list(),
};

export type MediaOfDevice = typeof mediaOfDevice;

Object.assign(window, { mediaOfDevice });
document.documentElement.dataset['ready'] = 'yes';
