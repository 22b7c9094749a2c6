import type { DeviceFile, DeviceFiles, FileWriter, Room } from './device-files.ts';

/**
 * Files in a folder of the origin private file system. A file is seen by `open` while it is still being written;
 * the media row's state says when it is whole.
 */
export class OpfsFiles implements DeviceFiles {
  readonly #folder: FileSystemDirectoryHandle;
  readonly #estimate: () => Promise<Room | null>;

  constructor(folder: FileSystemDirectoryHandle, estimate: () => Promise<Room | null>) {
    this.#folder = folder;
    this.#estimate = estimate;
  }

  async create(name: string): Promise<FileWriter> {
    const handle = await this.#folder.getFileHandle(name, { create: true });
    const writer = 'createSyncAccessHandle' in handle ? await inPlaceWriter(handle) : await streamWriter(handle);
    return {
      ...writer,
      abort: async () => {
        await writer.abort();
        await this.delete(name);
      },
    };
  }

  async open(name: string): Promise<DeviceFile | null> {
    try {
      const file = await (await this.#folder.getFileHandle(name)).getFile();
      return {
        size: file.size,
        slice: async (start, end) => file.slice(start, end),
        // A slice takes the type that it is given, and its bytes stay on disk.
        blob: async (type) => file.slice(0, file.size, type),
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    try {
      await this.#folder.removeEntry(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.#folder.keys()) names.push(name);
    return names;
  }

  estimate(): Promise<Room | null> {
    return this.#estimate();
  }
}

const isMissing = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

/** In place and without a second copy; browsers have it in dedicated workers only. */
async function inPlaceWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  const access = await handle.createSyncAccessHandle();
  access.truncate(0);
  let position = 0;
  return {
    write: async (piece) => {
      const written = access.write(piece, { at: position });
      position += written;
      // The specification of the call lets a full disk show as a short write.
      if (written < piece.byteLength) throw new DOMException('The device is full', 'QuotaExceededError');
    },
    flush: async () => access.flush(),
    close: async () => {
      try {
        access.flush();
      } finally {
        access.close();
      }
    },
    abort: async () => access.close(),
  };
}

/** Into a copy that takes the file's place when it is closed; for service workers and pages. */
async function streamWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  const stream = await handle.createWritable();
  return {
    write: (piece) => stream.write(piece),
    // Lies beside the file until it is closed: files that grow for long are written by workers, which have the other.
    flush: async () => {},
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}
