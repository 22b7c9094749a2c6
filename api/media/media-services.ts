import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import type { LeaseTimes } from './lease.ts';

/** What media needs from outside. */
export interface MediaServices {
  env: Env;
  db: Database;
  /** SQL for an id of the running database server, which raised feeds note. */
  serverRun: SQL;
  log: Log;
  now: () => Date;
  /** A random UUIDv4. */
  newId: () => string;
  randomBytes: (length: number) => Uint8Array;
  leaseTimes?: LeaseTimes;
  /** Null or left out where this machine has none: all else works without. */
  ffmpeg?: Ffmpeg | null;
}
