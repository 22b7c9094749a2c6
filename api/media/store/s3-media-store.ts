import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type ListPartsCommandInput,
  type MultipartUpload,
  paginateListParts,
  S3,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@tus/server';
import type { ObjectStoreSettings } from '../../env.ts';
import { type ByteSource, piecesOf } from './byte-source.ts';
import { refusingWhenFull } from './disk-full.ts';
import type { MediaStore, StoredFile } from './media-store.ts';
import { isName } from './object-names.ts';
import { PART_BYTES } from './part-spool.ts';
import { applyPatches } from './patch.ts';
import { s3Config } from './s3-config.ts';
import { withScratchFolder } from './scratch.ts';
import { isMissing, UploadsInS3 } from './uploads-in-s3.ts';

/** How long a bucket may take to answer a small request: a note, a listing, a deletion. */
const ANSWER_MS = 15_000;
const CONNECT_MS = 5_000;
/** From a request's first byte to the answer's headers: a part over a slow connection, or a copy within the bucket. */
const TRANSFER_MS = 15 * 60_000;

const OBJECTS = 'objects/';
const NOTES = 'notes/';

function orNull(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/**
 * Media in an S3 bucket: `<id>` with tus's `<id>.info` and `<id>.part` until finalized, then `objects/<name>`; and
 * `notes/<name>` for the server's notes. Every replica may read and write it.
 * @param dataDir local folder for temporary files
 */
export async function openS3MediaStore(settings: ObjectStoreSettings, dataDir: string, answerMs: number = ANSWER_MS): Promise<MediaStore> {
  const { bucket } = settings;
  const config: S3ClientConfig = {
    ...s3Config(settings),
    // No idle limit on the socket: it would cut off a video whose viewer has paused.
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: TRANSFER_MS, throwOnRequestTimeout: true },
  };
  const s3 = new S3(config);
  const small = new S3({
    ...config,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: answerMs, throwOnRequestTimeout: true, socketTimeout: answerMs },
  });
  const uploads = new UploadsInS3({ ...config, bucket }, dataDir);
  const keyOf = (name: string) => OBJECTS + name;

  /**
   * Unfinished multipart uploads, which object listings leave out: those of uploads, and of interrupted object writes.
   */
  async function* partsUnderWay(Prefix: string): AsyncGenerator<MultipartUpload & { Key: string }> {
    let after: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | null = {};
    while (after) {
      const page: ListMultipartUploadsCommandOutput = await small.listMultipartUploads({ Bucket: bucket, Prefix, ...after });
      for (const { Key, ...about } of page.Uploads ?? []) if (Key) yield { Key, ...about };
      after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
    }
  }
  /** Bytes of a key, complete or in parts. */
  const sizeOf = async (Key: string): Promise<number> => {
    let size = (await small.headObject({ Bucket: bucket, Key }).catch(orNull))?.ContentLength ?? 0;
    for await (const { Key: found, UploadId } of partsUnderWay(Key)) {
      if (found === Key) size += (await sizeOfParts({ Bucket: bucket, Key, UploadId }).catch(orNull)) ?? 0;
    }
    return size;
  };
  const sizeOfParts = async (upload: ListPartsCommandInput): Promise<number> => {
    let size = 0;
    for await (const { Parts = [] } of paginateListParts({ client: small }, upload)) {
      for (const part of Parts) size += part.Size ?? 0;
    }
    return size;
  };
  const forgetParts = async (key: string) => {
    for await (const { Key, UploadId } of partsUnderWay(key))
      await small.abortMultipartUpload({ Bucket: bucket, Key, UploadId }).catch(orNull);
  };
  const removeUpload = async (id: string) => {
    await forgetParts(id);
    for (const key of [id, `${id}.part`, `${id}.info`]) await small.deleteObject({ Bucket: bucket, Key: key });
  };

  async function openUpload(id: string): Promise<ByteSource> {
    const size = await uploads.finishedSize(id);
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

  /**
   * Two processes may do this concurrently. The first one to finish removes the other's parts, and the other fails; the
   * object exists by then.
   * @param part returns up to PART_BYTES from an offset
   */
  async function uploadInParts(name: string, size: number, part: (offset: number) => Promise<Buffer>): Promise<void> {
    const Key = keyOf(name);
    await refusingWhenFull(async () => {
      const { UploadId } = await s3.createMultipartUpload({ Bucket: bucket, Key });
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let offset = 0; offset < size; offset += PART_BYTES) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await s3.uploadPart({ Bucket: bucket, Key, UploadId, PartNumber, Body: await part(offset) });
        Parts.push({ ETag, PartNumber });
      }
      await s3.completeMultipartUpload({ Bucket: bucket, Key, UploadId, MultipartUpload: { Parts } });
    });
    // Interrupted attempts may have left parts.
    await forgetParts(Key);
  }

  /**
   * Entries directly under a prefix, by name. Without the delimiter, the listing would include everything below as well.
   */
  async function* list(prefix: string, from = ''): AsyncGenerator<StoredFile> {
    const where = { Bucket: bucket, Prefix: prefix, Delimiter: '/', ...(from !== '' && { StartAfter: prefix + from }) };
    let after: string | undefined;
    do {
      const page = await small.listObjectsV2({ ...where, ...(after && { ContinuationToken: after }) });
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
      // A last part that is below the minimum size waits beside the others until the length is known.
      await uploads.finish(id, size);
    },
    async restartUpload(id, size) {
      await removeUpload(id);
      await uploads.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }));
    },
    openUpload,
    async withUploadAsFile(id, read) {
      // A bucket's pieces have their own memory, so they may wait for the disk.
      return asFile(dataDir, piecesOf(await openUpload(id)), read);
    },
    async adoptUpload(id, name, findPatches) {
      const patches = await findPatches();
      if (patches.length === 0) {
        await refusingWhenFull(() => s3.copyObject({ Bucket: bucket, Key: keyOf(name), CopySource: `${bucket}/${id}` }));
        return;
      }
      const source = await openUpload(id);
      let nextPatch = 0;
      await uploadInParts(name, source.size, async (offset) => {
        const Body = await source.read(offset, PART_BYTES);
        nextPatch = applyPatches(Body, offset, patches, nextPatch);
        return Body;
      });
    },
    removeUpload,
    uploadSize: async (id) => (await sizeOf(id)) + (await sizeOf(`${id}.part`)),
    async *listUploads(after) {
      const known = new Set<string>();
      for await (const { name, lastChangedAt } of list('', after)) {
        // Other programs may use the same bucket.
        if (!name.endsWith('.info') || !isName(name.slice(0, -'.info'.length))) continue;
        known.add(name.slice(0, -'.info'.length));
        yield { name: name.slice(0, -'.info'.length), lastChangedAt };
      }
      // Uploads without an `.info`, because the process ended before it wrote one.
      for await (const { Key, Initiated = new Date(0) } of partsUnderWay('')) {
        if (isName(Key) && !known.has(Key)) yield { name: Key, lastChangedAt: Initiated };
      }
    },

    async writeObject(name, bytes) {
      await refusingWhenFull(() => s3.putObject({ Bucket: bucket, Key: keyOf(name), Body: bytes }));
    },
    async writeObjectFrom(name, file) {
      const handle = await open(file, 'r');
      try {
        const { size } = await handle.stat();
        await uploadInParts(name, size, async (offset) => {
          const Body = Buffer.alloc(Math.min(PART_BYTES, size - offset));
          await handle.read(Body, 0, Body.length, offset);
          return Body;
        });
      } finally {
        await handle.close();
      }
    },
    async withObjectAsFile(name, read) {
      const found = await s3.getObject({ Bucket: bucket, Key: keyOf(name) }).catch(orNull);
      return found && asFile(dataDir, found.Body as Readable, read);
    },
    async readObject(name, range) {
      const found = await s3
        .getObject({ Bucket: bucket, Key: keyOf(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) })
        .catch(orNull);
      return found && (found.Body as Readable);
    },
    hasObject: (name) =>
      small.headObject({ Bucket: bucket, Key: keyOf(name) }).then(
        () => true,
        (error) => orNull(error) !== null,
      ),
    objectSize: (name) => sizeOf(keyOf(name)),
    async removeObject(name) {
      await forgetParts(keyOf(name));
      await small.deleteObject({ Bucket: bucket, Key: keyOf(name) });
    },
    async *listObjects(after) {
      yield* list(OBJECTS, after);
      // Unfinished writes, which may never become objects.
      for await (const { Key, Initiated = new Date(0) } of partsUnderWay(OBJECTS)) {
        yield { name: Key.slice(OBJECTS.length), lastChangedAt: Initiated };
      }
    },
    notes: {
      read: async (name) => (await small.getObject({ Bucket: bucket, Key: NOTES + name }).catch(orNull))?.Body?.transformToString() ?? null,
      write: async (name, text) => void (await refusingWhenFull(() => small.putObject({ Bucket: bucket, Key: NOTES + name, Body: text }))),
      remove: async (name) => void (await small.deleteObject({ Bucket: bucket, Key: NOTES + name })),
      list: (folder, after) => list(`${NOTES}${folder}/`, after),
    },
  };
}

/** Provides the bytes of a stream as a file while `read` runs. */
const asFile = <T>(dataDir: string, bytes: AsyncIterable<Uint8Array>, read: (file: string) => Promise<T>): Promise<T> =>
  withScratchFolder(dataDir, async (folder) => {
    const file = join(folder, 'media');
    await refusingWhenFull(() => pipeline(bytes, createWriteStream(file)));
    return read(file);
  });
