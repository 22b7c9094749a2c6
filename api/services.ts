import type { SQL } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import type { PokeHub } from './feeds/poke-hub.ts';
import type { Log } from './log.ts';
import type { Mail } from './auth/mail.ts';
import type { Push } from './push/push.ts';
import type { Media } from './media/media.ts';

/** The app's external dependencies, passed in once. Tests bring their own clock, mail and folders. */
export interface Services {
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
  mail: Mail;
  pokes: PokeHub;
  push: Push;
  media: Media;
}

/** The signed-in person as one query reads them: session, person and access together. */
export interface SignedIn {
  userId: string;
  email: string | null;
  isAdmin: boolean;
  hasBetaAccess: boolean;
}

/** Hono variables that middleware sets before a route runs. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Null for a visitor. */
    signedIn: SignedIn | null;
  };
}
