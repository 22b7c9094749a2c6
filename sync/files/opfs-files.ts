import { type DeviceFile, type DeviceFiles, FileNotWhole, type FileWriter, type StorageUse } from '../ports/device-files.ts';

/**
 * Files in a folder of the origin private file system. `open` finds a file even while it is being written; the media
 * row's state says when it is complete.
 */
export class OpfsFiles implements DeviceFiles {
  readonly #folder: FileSystemDirectoryHandle;
  readonly #estimate: () => Promise<StorageUse | null>;

  constructor(folder: FileSystemDirectoryHandle, estimate: () => Promise<StorageUse | null>) {
    this.#folder = folder;
    this.#estimate = estimate;
  }

  /** @throws DOMException `NotSupportedError` if this browser cannot write here; nothing is left behind */
  async create(name: string): Promise<FileWriter> {
    const handle = await this.#folder.getFileHandle(name, { create: true });
    try {
      const writer = await openWriter(handle);
      // A closed stream cannot be aborted; delete the file anyway.
      return {
        ...writer,
        abort: () =>
          writer
            .abort()
            .catch(() => {})
            .then(() => this.delete(name)),
      };
    } catch (error) {
      // The empty entry would hide the file that is written in pieces instead.
      if (isNotSupported(error)) await this.delete(name);
      throw error;
    }
  }

  async open(name: string): Promise<DeviceFile | null> {
    try {
      const file = await (await this.#folder.getFileHandle(name)).getFile();
      return {
        size: file.size,
        slice: async (start, end) => file.slice(start, end),
        // Slicing sets the type while the bytes stay on disk.
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

  estimate(): Promise<StorageUse | null> {
    return this.#estimate();
  }
}

export const isNotSupported = (error: unknown) => error instanceof DOMException && error.name === 'NotSupportedError';

const isMissing = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

/**
 * Prefers in-place writing (dedicated workers). Debian's WebKit offers these calls and then throws `NotSupportedError`.
 */
async function openWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  if ('createSyncAccessHandle' in handle) return inPlaceWriter(handle);
  if ('createWritable' in handle) return streamWriter(handle);
  throw new DOMException('This browser cannot write files here', 'NotSupportedError');
}

/** Writes in place, without a second copy; only in dedicated workers. */
async function inPlaceWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  const access = await handle.createSyncAccessHandle();
  const whole = wholeBuffers();
  access.truncate(0);
  let position = 0;
  return {
    write: async (piece) => {
      const written = access.write(whole(piece), { at: position });
      position += written;
      // By its specification, the call reports a full disk as a short write.
      if (written < piece.byteLength) throw new DOMException('The device is full', 'QuotaExceededError');
    },
    flush: async () => access.flush(),
    close: async () => {
      try {
        access.flush();
        mustBeWhole(position, access.getSize());
      } finally {
        access.close();
      }
    },
    abort: async () => access.close(),
  };
}

/** Writes a copy that replaces the file on close; for service workers and pages. */
async function streamWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  const stream = await handle.createWritable();
  const whole = wholeBuffers();
  let given = 0;
  return {
    write: async (piece) => {
      await stream.write(whole(piece));
      given += piece.byteLength;
    },
    // Nothing reaches the file before close. Growing files are written by workers, which write in place.
    flush: async () => {},
    close: async () => {
      await stream.close();
      mustBeWhole(given, (await handle.getFile()).size);
    },
    abort: () => stream.abort(),
  };
}

/**
 * WebKit writes the whole buffer when given a view of a part (docs/decisions/0067), so copy such a view. Reuse the copy while
 * sizes match: one buffer per piece piles up faster than it is garbage-collected.
 */
function wholeBuffers(): (piece: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
  let copy = new Uint8Array();
  return (piece) => {
    if (piece.byteLength === piece.buffer.byteLength) return piece;
    if (copy.byteLength !== piece.byteLength) copy = new Uint8Array(piece.byteLength);
    copy.set(piece);
    return copy;
  };
}

function mustBeWhole(given: number, stored: number): void {
  if (given !== stored) throw new FileNotWhole(given, stored);
}
