import { randomUUID } from 'node:crypto';
import { S3 } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import type { OpenDatabase } from '../db/open.ts';
import type { Env, ObjectStoreSettings } from '../env.ts';
import { describeOnBothDatabases, describeOnPostgres } from './describe-on-both-databases.ts';

/** An empty database, and in `env` an empty bucket if the run has an S3 server; otherwise media are files. */
export type OpenWorld = () => Promise<OpenDatabase & { url: string | null; env: Partial<Env> }>;

/**
 * Runs the same tests on every kind of store: on files with either database in the suite `api`, and on a bucket with
 * PostgreSQL in the suite `s3`.
 */
export function describeOnStores(name: string, tests: (open: OpenWorld) => void): void {
  if (inject('s3') === null) describeOnBothDatabases(name, (open) => tests(async () => ({ ...(await open()), env: {} })));
  else describeOnStoresWithPostgres(name, tests);
}

/** Only PostgreSQL: for races, which PGlite cannot show because it queues transactions. */
export function describeOnStoresWithPostgres(name: string, tests: (open: OpenWorld) => void): void {
  const s3 = inject('s3');
  describeOnPostgres(s3 ? `${name} in a bucket` : name, (open) => {
    tests(async () => ({ ...(await open()), env: s3 ? { objectStore: await freshBucket() } : {} }));
  });
}

/** An empty bucket on the run's S3 server. */
async function freshBucket(): Promise<ObjectStoreSettings> {
  const server = inject('s3');
  if (!server) throw new Error('This run has no S3 server.');
  const bucket = `longline-${randomUUID()}`;
  const client = new S3({ ...server, forcePathStyle: true });
  await client.createBucket({ Bucket: bucket });
  client.destroy();
  return { bucket, ...server };
}
