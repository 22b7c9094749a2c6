import type { SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Env } from '../../env.ts';
import type { Log } from '../../log.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { LeaseTimes } from './lease.ts';

/** External dependencies of media. */
export interface MediaServices {
  env: Env;
  db: Database;
  /** SQL for an id of the running database server; raising a feed records it. */
  serverRun: SQL;
  log: Log;
  metrics: Metrics;
  now: () => Date;
  /** A random UUIDv4. */
  newId: () => string;
  randomBytes: (length: number) => Uint8Array;
  leaseTimes?: LeaseTimes;
  /** Null or undefined if this machine has none; everything else works without it. */
  ffmpeg?: Ffmpeg | null;
}
