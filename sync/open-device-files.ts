import type { DeviceFiles, Room } from './device-files.ts';
import { IndexedDbFiles } from './indexed-db-files.ts';
import { OpfsFiles } from './opfs-files.ts';

async function estimate(): Promise<Room | null> {
  const { usage, quota } = await navigator.storage.estimate();
  return usage === undefined || quota === undefined ? null : { usage, quota };
}

/**
 * The user's files on this device: in the origin private file system where there is one, else in IndexedDB.
 * Page, dedicated worker and service worker all read from the same place; a dedicated worker can write everywhere.
 */
export async function openDeviceFiles(userId: string): Promise<DeviceFiles> {
  const folderName = `media-${userId}`;
  const folder = await privateFolder(folderName);
  return folder ? new OpfsFiles(folder, estimate) : new IndexedDbFiles(`longline-${folderName}`, estimate);
}

/** Null where the browser has no such file system, or denies it: Firefox does in private windows. */
async function privateFolder(name: string): Promise<FileSystemDirectoryHandle | null> {
  // Asked the same way in every context: which calls can write differs between page and worker, this does not.
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(name, { create: true });
  } catch {
    return null;
  }
}
