import { Dexie } from 'dexie';
import type { DeviceFiles, Room } from './device-files.ts';
import { FilesInTwoPlaces, FilesMeanwhile } from './files-in-two-places.ts';
import { IndexedDbFiles } from './indexed-db-files.ts';
import { OpfsFiles } from './opfs-files.ts';

async function estimate(): Promise<Room | null> {
  const { usage, quota } = await navigator.storage.estimate();
  return usage === undefined || quota === undefined ? null : { usage, quota };
}

/**
 * The user's files on this device: in the origin private file system where there is one, else in IndexedDB.
 * Page, dedicated worker and service worker all read from the same place; a dedicated worker can write everywhere.
 * Browsers deny that file system for good (Firefox in private windows) or for a moment (Safari, when it is short of memory),
 * and do not say which.
 */
export async function openDeviceFiles(userId: string): Promise<DeviceFiles> {
  const folderName = `media-${userId}`;
  const piecesName = `longline-${folderName}`;
  const inPieces = () => new IndexedDbFiles(piecesName, estimate);
  // Asked the same way in every context: which calls can write differs between page and worker, this does not.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (!storage?.getDirectory) return inPieces();
  const inPrivateFileSystem = async () => {
    const root = await navigator.storage.getDirectory();
    return new OpfsFiles(await root.getDirectoryHandle(folderName, { create: true }), estimate);
  };
  try {
    return new FilesInTwoPlaces(await inPrivateFileSystem(), async () => ((await Dexie.exists(piecesName)) ? inPieces() : null));
  } catch {
    return new FilesMeanwhile(inPieces(), inPrivateFileSystem);
  }
}
