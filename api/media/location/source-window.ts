import type { ByteSource } from '../store/byte-source.ts';

const FIRST_BYTES = 4_096;
const MOST_BYTES = 1_048_576;

/**
 * Returns a few bytes of a file at a time, in ascending order. Reads further ahead while they are close together: each read
 * from a bucket is a request, which takes as long as transferring a megabyte.
 */
export class SourceWindow {
  readonly #source: ByteSource;
  readonly #room = Buffer.allocUnsafe(MOST_BYTES);
  #window: Buffer = this.#room.subarray(0, 0);
  #offset = 0;
  #ahead = FIRST_BYTES;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** @returns fewer bytes only at the end of the file; they are valid until the next call @param length up to a megabyte */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const end = this.#offset + this.#window.length;
    if (offset < this.#offset || offset + length > end) {
      const isClose = offset >= this.#offset && offset < end + MOST_BYTES;
      this.#ahead = isClose ? Math.min(2 * this.#ahead, MOST_BYTES) : FIRST_BYTES;
      this.#window = await this.#source.read(offset, Math.max(length, this.#ahead), this.#room);
      this.#offset = offset;
    }
    const from = offset - this.#offset;
    return this.#window.subarray(from, from + length);
  }
}
