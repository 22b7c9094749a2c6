import type { SQL } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';

/** The server's external dependencies. Tests bring their own clock, randomness and folders. */
export interface ServerPorts {
  env: Env;
  db: Database;
  /** SQL for an id of the running database server (see `findServerRun`). */
  serverRun: SQL;
  now: () => Date;
  /** A random UUIDv4. */
  newId: () => string;
  /** Random bytes for tokens and codes. */
  randomBytes: (length: number) => Uint8Array;
  log: Log;
}
