import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { MEDIA_MAX_BYTES, UPLOAD_PART_MIN_BYTES, UPLOAD_PARTS_MAX } from '../contract/limits.ts';
import { Refusal } from '../errors.ts';
import { refusingWhenFull } from './disk-full.ts';
import { withScratchFolder } from './scratch.ts';

/** Every part of an upload but its last. */
export const PART_BYTES = 8 * 1_048_576;

type Parts = Awaited<ReturnType<S3Store['retrieveParts']>>;
const bytesIn = (parts: Parts) => parts.reduce((sum, { Size = 0 }) => sum + Size, 0);

/**
 * tus's S3 store, but that parts go one after the other, and that bytes once acknowledged stay. The store's own writer
 * sends parts at the same time, so that the end of the process can leave a gap, and it deletes the bytes that were too
 * few for a part before they are part of one. Here they stay until then, and say at which byte they begin, so that
 * nobody counts them twice.
 */
export class UploadsInS3 extends S3Store {
  // Else an upload of unknown length is cut into parts for five terabytes, of half a gigabyte each.
  override maxUploadSize = MEDIA_MAX_BYTES as never;

  readonly #dataDir: string;

  /** @param dataDir of this machine, where a part is gathered before it is sent */
  constructor(s3ClientConfig: S3ClientConfig & { bucket: string }, dataDir: string) {
    super({
      partSize: PART_BYTES,
      minPartSize: UPLOAD_PART_MIN_BYTES,
      maxMultipartParts: UPLOAD_PARTS_MAX,
      useTags: false,
      // A replica that remembers an upload does not hear what another has written about it.
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      s3ClientConfig,
    });
    this.#dataDir = dataDir;
    this.extensions = ['creation-defer-length', 'termination'];
  }

  protected override async getIncompletePartSize(id: string): Promise<number | undefined> {
    const { ContentLength, Metadata } = await this.client
      .headObject({ Bucket: this.bucket, Key: this.partKey(id, true) })
      .catch((error: Error) => {
        if (error.name === 'NotFound') return { ContentLength: undefined, Metadata: undefined };
        throw error;
      });
    // A process that ended after sending the part, and before forgetting what went into it.
    return Metadata?.['starts-at'] === String(bytesIn(await this.retrieveParts(id))) ? ContentLength : undefined;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const about = await this.getMetadata(id);
    const parts = await this.retrieveParts(id);
    const start = bytesIn(parts);
    return withScratchFolder(this.#dataDir, async (folder) => {
      const spool = new PartSpool(folder, parts.length + 1, (path, number) =>
        untilAnswered(() => this.uploadPart(about, createReadStream(path), number)),
      );
      return refusingWhenFull(() => this.#write(spool, about, { stream, offset, start })).finally(() => spool.close());
    });
  }

  async #write(spool: PartSpool, about: MetadataValue, { stream, offset, start }: { stream: Readable; offset: number; start: number }) {
    const { id, size } = about.file;
    let broken: { error: unknown } | null = null;
    if (offset > start) await spool.add(await this.#mustGetRest(id));
    try {
      // The stream is left open when sending fails: destroyed, it would report its own end before the reason.
      await spool.add(stream.iterator({ destroyOnReturn: false }));
    } catch (error) {
      broken = { error };
    }
    const end = start + spool.bytes;
    if (end === size) await this.#finish(about, spool);
    else await this.#keepRest(id, spool, start);
    if (broken) throw broken.error;
    return end;
  }

  async #mustGetRest(id: string): Promise<Readable> {
    const rest = await this.getIncompletePart(id);
    if (!rest) throw new Error('bytes that were acknowledged are gone');
    return rest;
  }

  async #finish(about: MetadataValue, spool: PartSpool): Promise<void> {
    await spool.endPart();
    await spool.sent();
    await this.finishMultipartUpload(about, await this.retrieveParts(about.file.id));
    await this.deleteIncompletePart(about.file.id);
  }

  async #keepRest(id: string, spool: PartSpool, start: number): Promise<void> {
    await spool.sent();
    if (spool.rest.bytes === 0) return;
    const Metadata = { 'starts-at': String(start + spool.bytes - spool.rest.bytes) };
    await untilAnswered(() =>
      this.client.putObject({ Bucket: this.bucket, Key: this.partKey(id, true), Body: createReadStream(spool.rest.path), Metadata }),
    );
  }
}

const TRIES = 3;

/**
 * Sends again when the line broke before there was an answer. The SDK itself does not send a stream twice.
 * @throws Refusal 503 when there is none in the end, either: what has arrived before is kept
 */
async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (cause) {
      const { $metadata } = cause as { $metadata?: { httpStatusCode?: number } };
      if ($metadata?.httpStatusCode !== undefined) throw cause;
      if (tries === TRIES) {
        throw new Refusal('unavailable', 'The server cannot reach its store of files. Your upload is kept and goes on when it can.', { cause });
      }
    }
  }
}

/** Gathers bytes in files of a part's size, and sends each when it is full, while the next one fills. */
class PartSpool {
  /** All that were added. */
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

  /** What is not sent yet. */
  get rest() {
    return { path: this.#path(), bytes: this.#inFile };
  }

  /** @throws what the stream, the disk, or the sending of an earlier part throws */
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

  /** Sends what there is as a part, when the one before it has arrived. */
  async endPart(): Promise<void> {
    if (this.#inFile === 0) return;
    await this.#file?.close();
    await this.#sending;
    const [path, number] = [this.#path(), this.#number];
    this.#sending = this.#send(path, number).then(() => rm(path));
    // Heard of by whoever waits for it next.
    this.#sending.catch(() => {});
    this.#number += 1;
    this.#file = null;
    this.#inFile = 0;
  }

  /** @throws what the sending of the last part throws */
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
