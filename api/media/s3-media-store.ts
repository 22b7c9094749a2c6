import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { Upload } from '@tus/server';
import { MEDIA_MAX_BYTES, UPLOAD_PART_MIN_BYTES, UPLOAD_PARTS_MAX } from '../contract/limits.ts';
import type { ObjectStoreSettings } from '../env.ts';
import { type ByteSource, piecesOf } from './byte-source.ts';
import type { MediaStore, StoredFile } from './media-store.ts';
import { applyPatches } from './patch.ts';

const PART_BYTES = 8 * 1_048_576;
const OBJECTS = 'objects/';

const isMissing = (error: unknown) =>
  error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name);

function orNull(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/**
 * Media in an S3 bucket: `<id>` with tus's `<id>.info` and `<id>.part` while they come, `objects/<name>` when they are
 * finished. Every replica may read and write it.
 */
export async function openS3MediaStore({ bucket, endpoint, region, credentials }: ObjectStoreSettings): Promise<MediaStore> {
  const config: S3ClientConfig = {
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // S3-compatible servers do not know the newer checksums, which Amazon's client sends unless told.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  const s3 = new S3(config);
  const uploads = new UploadsInS3({ ...config, bucket });
  const keyOf = (name: string) => OBJECTS + name;

  const removeUpload = async (id: string) => {
    await uploads.remove(id).catch((error: { status_code?: number }) => {
      if (error.status_code !== 404) throw error;
    });
    // tus knows no finished uploads any more and leaves them whole, and of others the last, too small part.
    for (const key of [id, `${id}.part`, `${id}.info`]) await s3.deleteObject({ Bucket: bucket, Key: key });
  };

  async function openUpload(id: string): Promise<ByteSource> {
    const { ContentLength: size = 0 } = await s3.headObject({ Bucket: bucket, Key: id });
    return {
      size,
      async read(offset, length) {
        if (offset >= size || length === 0) return Buffer.alloc(0);
        const Range = `bytes=${offset}-${Math.min(offset + length, size) - 1}`;
        const { Body } = await s3.getObject({ Bucket: bucket, Key: id, Range });
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      },
      async close() {},
    };
  }

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    let after: string | undefined;
    do {
      const page = await s3.listObjectsV2({ Bucket: bucket, Prefix: prefix, ...(after && { ContinuationToken: after }) });
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key) yield { name: Key.slice(prefix.length), lastChangedAt: LastModified ?? new Date(0) };
      }
      after = page.NextContinuationToken;
    } while (after);
  }

  return {
    uploads,
    async endUpload(id, size) {
      await uploads.declareUploadLength(id, size);
      // A last part that was too small to be one waits beside the others until the length is known.
      await uploads.write(Readable.from([]), id, size);
    },
    async restartUpload(id, size) {
      await removeUpload(id);
      await uploads.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }));
    },
    openUpload,
    async withUploadAsFile(id, read) {
      const folder = await mkdtemp(join(tmpdir(), 'longline-'));
      try {
        const file = join(folder, 'picture');
        await pipeline(piecesOf(await openUpload(id)), createWriteStream(file));
        return await read(file);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    async adoptUpload(id, name, patches) {
      if (patches.length === 0) {
        await s3.copyObject({ Bucket: bucket, Key: keyOf(name), CopySource: `${bucket}/${id}` });
        return;
      }
      const Key = keyOf(name);
      const { UploadId } = await s3.createMultipartUpload({ Bucket: bucket, Key });
      const source = await openUpload(id);
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      let nextPatch = 0;
      for (let offset = 0; offset < source.size; offset += PART_BYTES) {
        const Body = await source.read(offset, PART_BYTES);
        nextPatch = applyPatches(Body, offset, patches, nextPatch);
        const PartNumber = Parts.length + 1;
        const { ETag } = await s3.uploadPart({ Bucket: bucket, Key, UploadId, PartNumber, Body });
        Parts.push({ ETag, PartNumber });
      }
      await s3.completeMultipartUpload({ Bucket: bucket, Key, UploadId, MultipartUpload: { Parts } });
    },
    removeUpload,
    async *listUploads() {
      for await (const file of list('')) {
        if (!file.name.startsWith(OBJECTS) && file.name.endsWith('.info')) yield { ...file, name: file.name.slice(0, -'.info'.length) };
      }
    },

    async writeObject(name, bytes) {
      await s3.putObject({ Bucket: bucket, Key: keyOf(name), Body: bytes });
    },
    async readObject(name, range) {
      const found = await s3
        .getObject({ Bucket: bucket, Key: keyOf(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) })
        .catch(orNull);
      return found && (found.Body as Readable);
    },
    hasObject: (name) => s3.headObject({ Bucket: bucket, Key: keyOf(name) }).then(() => true, (error) => orNull(error) !== null),
    async removeObject(name) {
      await s3.deleteObject({ Bucket: bucket, Key: keyOf(name) });
    },
    listObjects: () => list(OBJECTS),
  };
}

class UploadsInS3 extends S3Store {
  // Else an upload of unknown length is cut into parts for five terabytes, of half a gigabyte each.
  override maxUploadSize = MEDIA_MAX_BYTES as never;

  constructor(s3ClientConfig: S3ClientConfig & { bucket: string }) {
    super({
      partSize: PART_BYTES,
      minPartSize: UPLOAD_PART_MIN_BYTES,
      maxMultipartParts: UPLOAD_PARTS_MAX,
      useTags: false,
      // A replica that remembers an upload does not hear what another has written about it.
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      s3ClientConfig,
    });
    this.extensions = ['creation-defer-length', 'termination'];
  }
}
