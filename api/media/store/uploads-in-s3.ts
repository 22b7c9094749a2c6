import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { ERRORS, type Upload } from '@tus/server';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { MEDIA_MAX_BYTES, UPLOAD_PART_MIN_BYTES, UPLOAD_PARTS_MAX } from '../../contract/limits.ts';
import { refusingWhenFull } from './disk-full.ts';
import { PART_BYTES, PartSpool } from './part-spool.ts';
import { withScratchFolder } from './scratch.ts';
import { retryUnanswered } from './retry-unanswered.ts';

type Parts = Awaited<ReturnType<S3Store['retrieveParts']>>;

/**
 * Whether the bucket itself reports an object missing. A 404 without a code may come from a proxy whose server is down.
 */
const isNamedMissing = (error: unknown): boolean => error instanceof Error && ['NoSuchKey', 'NoSuchUpload'].includes(error.name);

/** Whether the bucket reports an object missing, even in an answer to HEAD, which has no code. */
export const isMissing = (error: unknown): boolean => isNamedMissing(error) || (error instanceof Error && error.name === 'NotFound');

const bytesIn = (parts: Parts) => parts.reduce((sum, { Size = 0 }) => sum + Size, 0);

/**
 * tus's S3 store, but it sends parts in sequence and keeps every acknowledged byte. The original sends parts
 * concurrently, so that a crash can leave a gap. It also deletes a rest that is too small for a part before
 * a part contains it. Here the rest stays until then, with its offset, so that no byte is counted twice.
 */
export class UploadsInS3 extends S3Store {
  // Otherwise the store sizes the parts of uploads without a length for five terabytes: half a gigabyte each.
  override maxUploadSize = MEDIA_MAX_BYTES as never;

  readonly #dataDir: string;

  /** @param dataDir local folder where a part is collected before it is sent */
  constructor(s3ClientConfig: S3ClientConfig & { bucket: string }, dataDir: string) {
    super({
      partSize: PART_BYTES,
      minPartSize: UPLOAD_PART_MIN_BYTES,
      maxMultipartParts: UPLOAD_PARTS_MAX,
      useTags: false,
      // No cache: a replica would miss what another one wrote about an upload.
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
   * The offset of an upload. When the bucket is unreachable, the original reports that there is no upload, and the
   * device starts over needlessly. When the bucket has dropped the parts, it reports a complete upload, and the device
   * never starts over.
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

  /** Combines all parts into one object. */
  async finish(id: string, size: number): Promise<void> {
    await this.write(Readable.from([]), id, size);
  }

  /**
   * Size of a complete upload in bytes. Combines its parts first if the process that received the last one ended too
   * early.
   */
  async finishedSize(id: string): Promise<number> {
    return this.#sizeOfWhole(id).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      const { file } = await this.getMetadata(id);
      await this.finish(id, file.size ?? 0);
      return this.#sizeOfWhole(id);
    });
  }

  /** Size of the bytes that wait beside the parts until they fill one. @param start where the parts end */
  async #sizeOfRest(id: string, start: number): Promise<number> {
    try {
      const { ContentLength = 0, Metadata } = await this.client.headObject({ Bucket: this.bucket, Key: this.partKey(id, true) });
      // If they differ, a process ended after sending the part and before deleting the bytes that went into it.
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
    return refusingWhenFull(() =>
      withScratchFolder(this.#dataDir, async (folder) => {
        const spool = new PartSpool(folder, parts.length + 1, (path, number) =>
          retryUnanswered(() => this.uploadPart(about, createReadStream(path), number)),
        );
        return this.#write(spool, about, { stream, offset, start }).finally(() => spool.close());
      }),
    );
  }

  async #write(spool: PartSpool, about: MetadataValue, { stream, offset, start }: { stream: Readable; offset: number; start: number }) {
    const { id, size } = about.file;
    let broken: { error: unknown } | null = null;
    if (offset > start) await this.#takeRest(spool, id, offset - start);
    try {
      // Leave the stream open when sending fails: destroying it would report its end before the reason.
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

  /**
   * Takes only the bytes that were counted when this request began: a replica that lost its lease may have written more.
   */
  async #takeRest(spool: PartSpool, id: string, bytes: number): Promise<void> {
    const { Body } = await this.client.getObject({ Bucket: this.bucket, Key: this.partKey(id, true), Range: `bytes=0-${bytes - 1}` });
    await spool.add(Body as Readable);
    if (spool.bytes !== bytes) throw new Error('acknowledged bytes are missing');
  }

  async #finish(about: MetadataValue, spool: PartSpool): Promise<void> {
    await spool.endPart();
    await spool.sent();
    const parts = await this.retrieveParts(about.file.id);
    await retryUnanswered(() => this.finishMultipartUpload(about, parts));
    await this.deleteIncompletePart(about.file.id);
  }

  async #keepRest(id: string, spool: PartSpool, start: number): Promise<void> {
    await spool.sent();
    if (spool.rest.bytes === 0) return;
    const Metadata = { 'starts-at': String(start + spool.bytes - spool.rest.bytes) };
    await retryUnanswered(() =>
      this.client.putObject({ Bucket: this.bucket, Key: this.partKey(id, true), Body: createReadStream(spool.rest.path), Metadata }),
    );
  }
}
