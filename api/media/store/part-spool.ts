import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Size of every part of an upload except the last. */
export const PART_BYTES = 8 * 1_048_576;

/** Collects bytes in files of a part's size. Sends each full one while the next one fills. */
export class PartSpool {
  /** All bytes added so far. */
  bytes = 0;
  readonly #folder: string;
  readonly #send: (path: string, number: number) => Promise<unknown>;
  #number: number;
  #file: FileHandle | null = null;
  #inFile = 0;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(folder: string, firstNumber: number, send: (path: string, number: number) => Promise<unknown>) {
    this.#folder = folder;
    this.#number = firstNumber;
    this.#send = send;
  }

  /** The bytes that are not sent yet. */
  get rest() {
    return { path: this.#path(), bytes: this.#inFile };
  }

  /** @throws errors of the stream, of the disk, or of sending an earlier part */
  async add(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + PART_BYTES - this.#inFile);
        this.#file ??= await open(this.#path(), 'w');
        await this.#file.writeFile(piece);
        at += piece.length;
        this.#inFile += piece.length;
        this.bytes += piece.length;
        if (this.#inFile === PART_BYTES) await this.endPart();
      }
    }
  }

  /** Sends the collected bytes as a part once the previous part has arrived. */
  async endPart(): Promise<void> {
    if (this.#inFile === 0) return;
    await this.#file?.close();
    await this.#sending;
    const [path, number] = [this.#path(), this.#number];
    this.#sending = this.#send(path, number).then(() => rm(path));
    // The next caller that awaits the sending gets the error.
    this.#sending.catch(() => {});
    this.#number += 1;
    this.#file = null;
    this.#inFile = 0;
  }

  /** @throws the error of sending the last part */
  async sent(): Promise<void> {
    await this.#sending;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    await this.#sending.catch(() => {});
  }

  #path(): string {
    return join(this.#folder, String(this.#number));
  }
}
