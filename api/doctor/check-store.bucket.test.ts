import { S3 } from '@aws-sdk/client-s3';
import { describe, expect, inject, it } from 'vitest';
import { checkStore } from './check-store.ts';

describe('a bucket', () => {
  const { endpoint, region, credentials } = inject('s3')!;
  const settings = (bucket: string, keys = credentials) => ({
    dataDir: '/unused',
    objectStore: { bucket, endpoint, region, credentials: keys },
  });

  it('is well with all rights, and stays as it was', async () => {
    const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
    await client.createBucket({ Bucket: 'doctor' });
    expect(await checkStore(settings('doctor'))).toEqual([]);
    expect((await client.listObjectsV2({ Bucket: 'doctor' })).KeyCount).toBe(0);
    expect((await client.listMultipartUploads({ Bucket: 'doctor' })).Uploads ?? []).toEqual([]);
    client.destroy();
  });

  it('is a mistake if a right is missing: one line for each reason', async () => {
    const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
    await client.createBucket({ Bucket: 'read-only' });
    const Statement = [
      { Effect: 'Deny', Principal: '*', Action: ['s3:PutObject', 's3:DeleteObject'], Resource: ['arn:aws:s3:::read-only/*'] },
    ];
    await client.putBucketPolicy({ Bucket: 'read-only', Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
    expect(await checkStore(settings('read-only'))).toEqual([
      'S3_BUCKET: read-only refuses PutObject, CreateMultipartUpload, DeleteObject: AccessDenied',
    ]);
    client.destroy();
  });

  it('is a mistake if it is missing, or the key is wrong', async () => {
    expect(await checkStore(settings('missing'))).toEqual([
      expect.stringMatching(/^S3_BUCKET: missing refuses PutObject, .+: NoSuchBucket$/),
    ]);
    expect(await checkStore(settings('doctor', { ...credentials, secretAccessKey: 'wrong' }))).toEqual([
      expect.stringMatching(/^S3_BUCKET: doctor refuses PutObject, .+: SignatureDoesNotMatch$/),
    ]);
  });
});
