import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import type { Env, ObjectStoreSettings } from '../env.ts';
import { s3Config } from '../media/store/s3-config.ts';

/** Mistakes of the place of the media, one line each: rights in the bucket, or in DATA_DIR. Leaves nothing behind. */
export const checkStore = ({ objectStore, dataDir }: Pick<Env, 'objectStore' | 'dataDir'>): Promise<string[]> =>
  objectStore ? checkBucket(objectStore) : checkFolder(dataDir);

/** The server's first start makes the folder. */
async function checkFolder(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'media');
  if (!existsSync(folder)) return [];
  const file = join(folder, `doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'x');
    return [];
  } catch (error) {
    return [`DATA_DIR: the folder of the media cannot be written: ${(error as NodeJS.ErrnoException).code}`];
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

const ANSWER_MS = 15_000;

/** Tries each right that the server needs, with small objects of its own. Without DeleteObject, these stay. */
async function checkBucket(settings: ObjectStoreSettings): Promise<string[]> {
  const s3 = new S3({
    ...s3Config(settings),
    maxAttempts: 1,
    requestHandler: { connectionTimeout: ANSWER_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });
  const Bucket = settings.bucket;
  const Key = `doctor/${randomUUID()}`;
  const copy = `${Key}-copy`;
  const refused = new Map<string, string>();
  let isSilent = false;
  const attempt = async <Answer>(right: string, work: () => Promise<Answer>): Promise<Answer | undefined> => {
    // Each attempt would wait as long as the first.
    if (isSilent) return undefined;
    try {
      return await work();
    } catch (error) {
      refused.set(right, reasonOf(error as Error));
      isSilent = (error as Error).name === 'TimeoutError';
      return undefined;
    }
  };
  const isWritten = await attempt('PutObject', () => s3.putObject({ Bucket, Key, Body: 'x' }));
  if (isWritten) {
    await attempt('GetObject', () => s3.getObject({ Bucket, Key }));
    await attempt('CopyObject', () => s3.copyObject({ Bucket, Key: copy, CopySource: `${Bucket}/${Key}` }));
  }
  await attempt('ListObjectsV2', () => s3.listObjectsV2({ Bucket, MaxKeys: 1 }));
  await attempt('ListMultipartUploads', () => s3.listMultipartUploads({ Bucket, MaxUploads: 1 }));
  const begun = await attempt('CreateMultipartUpload', () => s3.createMultipartUpload({ Bucket, Key }));
  if (begun) {
    const { UploadId } = begun;
    await attempt('ListParts', () => s3.listParts({ Bucket, Key, UploadId }));
    await attempt('AbortMultipartUpload', () => s3.abortMultipartUpload({ Bucket, Key, UploadId }));
  }
  for (const written of [Key, copy]) await attempt('DeleteObject', () => s3.deleteObject({ Bucket, Key: written }));
  s3.destroy();
  return inLines(Bucket, refused);
}

/** One line for all rights that are refused for the same reason, such as a wrong key. */
function inLines(bucket: string, refused: ReadonlyMap<string, string>): string[] {
  return [...new Set(refused.values())].map((reason) => {
    const rights = [...refused].filter(([, other]) => other === reason).map(([right]) => right);
    return `S3_BUCKET: ${bucket} refuses ${rights.join(', ')}: ${reason}`;
  });
}

const reasonOf = ({ name, message }: Error): string => (name === 'Error' ? message : name);
