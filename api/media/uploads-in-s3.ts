import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { ERRORS, type Upload } from '@tus/server';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { MEDIA_MAX_BYTES, UPLOAD_PART_MIN_BYTES, UPLOAD_PARTS_MAX } from '../contract/limits.ts';
import { refusingWhenFull } from './disk-full.ts';
import { PART_BYTES, PartSpool } from './part-spool.ts';
import { withScratchFolder } from './scratch.ts';
import { untilAnswered } from './until-answered.ts';

type Parts = Awaited<ReturnType<S3Store['retrieveParts']>>;

/** What a bucket itself says that it does not have. A 404 without its words may be a proxy's, whose server is away. */
const isNamedMissing = (error: unknown): boolean => error instanceof Error && ['NoSuchKey', 'NoSuchUpload'].includes(error.name);

/** The same, also of an answer to HEAD, which has no words. */
export const isMissing = (error: unknown): boolean => isNamedMissing(error) || (error instanceof Error && error.name === 'NotFound');

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

  override create(upload: Upload): Promise<Upload> {
    return refusingWhenFull(() => super.create(upload));
  }

  override declareUploadLength(id: string, length: number): Promise<void> {
    return refusingWhenFull(() => super.declareUploadLength(id, length));
  }

  /**
   * How far an upload has come. The store's own says that there is none when the bucket could not be asked, and that
   * it is complete when the bucket has thrown its parts away: the one would make a device begin anew for nothing, the
   * other would never let it.
   */
  override async getUpload(id: string): Promise<Upload> {
    const { file } = await this.getMetadata(id).catch((error: unknown) => {
      throw isNamedMissing(error) ? ERRORS.FILE_NOT_FOUND : error;
    });
    const parts = await this.retrieveParts(id).catch((error: unknown) => {
      if (isNamedMissing(error)) return null;
      throw error;
    });
    if (parts) {
      file.offset = bytesIn(parts) + (await this.#sizeOfRest(id, bytesIn(parts)));
      return file;
    }
    file.offset = await this.#sizeOfWhole(id).catch((error: unknown) => {
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : error;
    });
    return file;
  }

  async #sizeOfWhole(id: string): Promise<number> {
    const { ContentLength = 0 } = await this.client.headObject({ Bucket: this.bucket, Key: id });
    return ContentLength;
  }

  /** Makes one of all parts. */
  async finish(id: string, size: number): Promise<void> {
    await this.write(Readable.from([]), id, size);
  }

  /** Bytes of an upload that is complete. Its parts are made one now if the process that had the last of them ended before. */
  async finishedSize(id: string): Promise<number> {
    return this.#sizeOfWhole(id).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      const { file } = await this.getMetadata(id);
      await this.finish(id, file.size ?? 0);
      return this.#sizeOfWhole(id);
    });
  }

  /** What waits beside the parts until it is enough for one. @param start where the parts end */
  async #sizeOfRest(id: string, start: number): Promise<number> {
    try {
      const { ContentLength = 0, Metadata } = await this.client.headObject({ Bucket: this.bucket, Key: this.partKey(id, true) });
      // A process that ended after sending the part, and before forgetting what went into it.
      return Metadata?.['starts-at'] === String(start) ? ContentLength : 0;
    } catch (error) {
      if (isMissing(error)) return 0;
      throw error;
    }
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const about = await this.getMetadata(id);
    const parts = await this.retrieveParts(id);
    const start = bytesIn(parts);
    return refusingWhenFull(() => withScratchFolder(this.#dataDir, async (folder) => {
      const spool = new PartSpool(folder, parts.length + 1, (path, number) =>
        untilAnswered(() => this.uploadPart(about, createReadStream(path), number)),
      );
      return this.#write(spool, about, { stream, offset, start }).finally(() => spool.close());
    }));
  }

  async #write(spool: PartSpool, about: MetadataValue, { stream, offset, start }: { stream: Readable; offset: number; start: number }) {
    const { id, size } = about.file;
    let broken: { error: unknown } | null = null;
    if (offset > start) await this.#takeRest(spool, id, offset - start);
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

  /** No more of it than counted when this request began: a replica that lost its lease may have written meanwhile. */
  async #takeRest(spool: PartSpool, id: string, bytes: number): Promise<void> {
    const { Body } = await this.client.getObject({ Bucket: this.bucket, Key: this.partKey(id, true), Range: `bytes=0-${bytes - 1}` });
    await spool.add(Body as Readable);
    if (spool.bytes !== bytes) throw new Error('bytes that were acknowledged are gone');
  }

  async #finish(about: MetadataValue, spool: PartSpool): Promise<void> {
    await spool.endPart();
    await spool.sent();
    const parts = await this.retrieveParts(about.file.id);
    await untilAnswered(() => this.finishMultipartUpload(about, parts));
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
