import { Dexie } from 'dexie';
import type { DeviceFiles, StorageUse } from '../ports/device-files.ts';
import { FilesInTwoPlaces, FilesMeanwhile } from './files-in-two-places.ts';
import { IndexedDbFiles } from './indexed-db-files.ts';
import { OpfsFiles } from './opfs-files.ts';

/** Missing in Debian's WebKit, and incomplete in some other browsers (docs/decisions/0067). */
const storage = (): Partial<StorageManager> | undefined => navigator.storage;

async function estimate(): Promise<StorageUse | null> {
  try {
    const { usage, quota } = (await storage()?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? null : { usage, quota };
  } catch {
    // The estimate only serves a first check; a write to a full device fails anyway.
    return null;
  }
}

const namesOf = (userId: string) => ({ folderName: `media-${userId}`, piecesName: `longline-media-${userId}` });

const TRIES = 3;
const PAUSE_MS = 1_000;

/** The origin private file system. Null without one, or if the browser denies it for more than a moment. */
async function openRoot(): Promise<FileSystemDirectoryHandle | null> {
  for (let left = TRIES; storage()?.getDirectory && left > 0; left -= 1) {
    const root = await navigator.storage.getDirectory().catch(() => null);
    if (root) return root;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

/** Deletes all files of a person, with their folder and database. */
export async function deleteDeviceFiles(userId: string): Promise<void> {
  const { folderName, piecesName } = namesOf(userId);
  const root = await openRoot();
  await root?.removeEntry(folderName, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  });
  await Dexie.delete(piecesName);
}

/**
 * The person's files on this device: in the origin private file system if there is one, otherwise in IndexedDB. Page,
 * dedicated worker and service worker read from the same place. Browsers deny that file system permanently (Firefox in
 * private windows) or for a moment (Safari, when short of memory), and do not say which.
 */
export async function openDeviceFiles(userId: string): Promise<DeviceFiles> {
  const { folderName, piecesName } = namesOf(userId);
  const inPieces = () => new IndexedDbFiles(piecesName, estimate);
  const pieces = { open: inPieces, exist: () => Dexie.exists(piecesName) };
  // Page and worker agree on this check, although different calls can write in them.
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
