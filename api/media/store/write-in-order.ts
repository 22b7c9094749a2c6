import type { FileHandle } from 'node:fs/promises';

/**
 * Bytes that may wait for the disk before the sender has to wait; as many again may be in the current write. Each
 * concurrent upload holds both.
 */
const WAITING_MOST = 524_288;

/**
 * Writes a stream into an open file from `offset` on. One write runs at a time and takes all bytes that have arrived:
 * a slow connection's bytes reach the disk at once, a fast one's in large writes. If the stream breaks, the
 * received bytes are still written.
 * @returns the position after the last byte
 * @throws errors of the stream or the disk
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
  /** The current write. It never rejects; its failure is stored. */
  #writing: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;

  constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#position = position;
  }

  /** @throws the error of an earlier write */
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

  /** A disk that fills up accepts part of a write before it refuses the rest. */
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
