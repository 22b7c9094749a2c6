import type { FileHandle } from 'node:fs/promises';

/** Bytes that may wait for the disk before the sender is made to wait; as many again are being written. Ten uploads at once hold ten times both. */
const WAITING_MOST = 524_288;

/**
 * Writes a stream into an open file from `offset` on. One write is under way at a time and takes along all that came
 * meanwhile: a slow line's bytes are on disk at once, a fast line's in large writes. When the stream breaks, what has
 * come is still written.
 * @returns the position after the last byte
 * @throws what the stream or the disk throws
 */
export async function writeInOrder(file: FileHandle, stream: AsyncIterable<Uint8Array>, offset: number): Promise<number> {
  const writer = new OrderedWriter(file, offset);
  try {
    for await (const chunk of stream) await writer.add(chunk);
  } finally {
    await writer.settled();
  }
  return writer.end();
}

class OrderedWriter {
  readonly #file: FileHandle;
  #position: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** The write under way; it never rejects, its failure is kept. */
  #writing: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;

  constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#position = position;
  }

  /** @throws what the disk said to an earlier write */
  async add(chunk: Uint8Array): Promise<void> {
    this.#throwFailure();
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#writing ??= this.#writeAllWaiting();
    if (this.#waitingBytes >= WAITING_MOST) await this.#writing;
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  end(): number {
    this.#throwFailure();
    return this.#position;
  }

  async #writeAllWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const chunks = this.#waiting;
        this.#waiting = [];
        this.#waitingBytes = 0;
        await this.#write(chunks);
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#writing = null;
    }
  }

  /** A disk that fills up takes a part of a write before it refuses the rest. */
  async #write(chunks: Uint8Array[]): Promise<void> {
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await this.#file.writev(rest, this.#position);
      this.#position += bytesWritten;
      rest = withoutFirst(rest, bytesWritten);
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

function withoutFirst(chunks: Uint8Array[], count: number): Uint8Array[] {
  let index = 0;
  while (index < chunks.length && count >= chunks[index]!.length) count -= chunks[index++]!.length;
  const rest = chunks.slice(index);
  if (count > 0) rest[0] = rest[0]!.subarray(count);
  return rest;
}
