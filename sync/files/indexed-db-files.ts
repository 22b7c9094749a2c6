import { Dexie, type Table } from 'dexie';
import type { DeviceFile, DeviceFiles, FileWriter, StorageUse } from '../ports/device-files.ts';

/** Size of a stored piece. Pieces are buffers: some iPhones refuse to store Blobs, and 200 MB of Blobs fail (R88). */
export const PIECE_BYTES = 4 * 1_048_576;

interface Piece {
  name: string;
  index: number;
  bytes: ArrayBuffer;
}

class PieceStore extends Dexie {
  /** Size is null while the file is being written. */
  readonly files!: Table<{ name: string; size: number | null }, string>;
  readonly pieces!: Table<Piece, [string, number]>;

  constructor(databaseName: string) {
    super(databaseName, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ files: 'name', pieces: '[name+index]' });
  }
}

/** Files stored as pieces in a separate database, for browsers without a private file system. */
export class IndexedDbFiles implements DeviceFiles {
  readonly #store: PieceStore;
  readonly #estimate: () => Promise<StorageUse | null>;

  constructor(databaseName: string, estimate: () => Promise<StorageUse | null>) {
    this.#store = new PieceStore(databaseName);
    this.#estimate = estimate;
  }

  async create(name: string): Promise<FileWriter> {
    await this.delete(name);
    await storing(this.#store.files.put({ name, size: null }));
    const pieces = this.#store.pieces;
    // Reused for every piece: IndexedDB clones what it stores.
    const piece = new Uint8Array(PIECE_BYTES);
    let filled = 0;
    let index = 0;
    const storePiece = () =>
      storing(pieces.put({ name, index, bytes: filled === PIECE_BYTES ? piece.buffer : piece.buffer.slice(0, filled) }));
    const store = async () => {
      await storePiece();
      index += 1;
      filled = 0;
    };
    const flush = async () => {
      if (filled > 0) await storePiece();
      await storing(this.#store.files.put({ name, size: index * PIECE_BYTES + filled }));
    };

    return {
      write: async (given) => {
        for (let at = 0; at < given.byteLength; ) {
          const part = given.subarray(at, at + PIECE_BYTES - filled);
          piece.set(part, filled);
          filled += part.byteLength;
          at += part.byteLength;
          // All pieces but the last have the same size, so a position determines its piece.
          if (filled === PIECE_BYTES) await store();
        }
      },
      flush,
      close: flush,
      abort: () => this.delete(name),
    };
  }

  async open(name: string): Promise<DeviceFile | null> {
    const file = await this.#store.files.get(name);
    if (file?.size == null) return null;
    const { size } = file;
    const slice = async (start: number, end: number, type = '') => {
      const until = Math.min(end, size);
      // The browser may back Blobs with disk, so only one piece at a time is in this context's memory.
      const parts: Blob[] = [];
      for (let at = start; at < until; ) {
        const index = Math.floor(at / PIECE_BYTES);
        const piece = await this.#store.pieces.get([name, index]);
        if (!piece) throw new DOMException(`Piece ${index} of ${name} is missing`, 'NotReadableError');
        const from = at - index * PIECE_BYTES;
        const to = Math.min(piece.bytes.byteLength, until - index * PIECE_BYTES);
        parts.push(new Blob([new Uint8Array(piece.bytes, from, to - from)]));
        at += to - from;
      }
      return new Blob(parts, { type });
    };
    return { size, slice: (start, end) => slice(start, end), blob: (type) => slice(0, size, type) };
  }

  async delete(name: string): Promise<void> {
    await this.#store.transaction('rw', this.#store.files, this.#store.pieces, async () => {
      await this.#store.files.delete(name);
      await this.#store.pieces.where('[name+index]').between([name, Dexie.minKey], [name, Dexie.maxKey]).delete();
    });
  }

  /** Includes half-written files, so that they can be removed. */
  async list(): Promise<string[]> {
    return this.#store.files.toCollection().primaryKeys();
  }

  estimate(): Promise<StorageUse | null> {
    return this.#estimate();
  }
}

/** Dexie wraps the browser's error; callers check for the original name, QuotaExceededError. */
async function storing(step: PromiseLike<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const full = error instanceof Error && `${error.name} ${String((error as { inner?: Error }).inner?.name)}`;
    if (full && full.includes('QuotaExceededError')) {
      throw new DOMException('The device is full', 'QuotaExceededError');
    }
    throw error;
  }
}
