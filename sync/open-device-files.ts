import { Dexie } from 'dexie';
import type { DeviceFiles, Room } from './device-files.ts';
import { FilesInTwoPlaces, FilesMeanwhile } from './files-in-two-places.ts';
import { IndexedDbFiles } from './indexed-db-files.ts';
import { OpfsFiles } from './opfs-files.ts';

/** All of it is missing in Debian's WebKit, parts of it in others (decision 0067). */
const storage = (): Partial<StorageManager> | undefined => navigator.storage;

async function estimate(): Promise<Room | null> {
  try {
    const { usage, quota } = (await storage()?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? null : { usage, quota };
  } catch {
    // Only an upper bound for what is tried: a full device also shows while writing.
    return null;
  }
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
  const pieces = { open: inPieces, exist: () => Dexie.exists(piecesName) };
  // Asked the same way in every context: which calls can write differs between page and worker, this does not.
  if (!storage()?.getDirectory) return inPieces();
  const inPrivateFileSystem = async () => {
    const root = await navigator.storage.getDirectory();
    return new OpfsFiles(await root.getDirectoryHandle(folderName, { create: true }), estimate);
  };
  try {
    return new FilesInTwoPlaces(await inPrivateFileSystem(), pieces);
  } catch {
    return new FilesMeanwhile(pieces, inPrivateFileSystem);
  }
}
