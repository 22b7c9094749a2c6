import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { ObjectStoreSettings } from '../../env.ts';

/** How clients reach the bucket of the settings. */
export const s3Config = ({ endpoint, region, credentials }: ObjectStoreSettings): S3ClientConfig => ({
  region,
  ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  ...(credentials && { credentials }),
  // S3-compatible servers do not know the newer checksums, which the AWS client sends by default.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // After 100-continue, Ceph's gateway closes the connection when it refuses a body, and its reason is often lost. It
  // reads other bodies to their end.
  expectContinueHeader: false,
});
