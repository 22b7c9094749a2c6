import type { ErrorCode } from './contract/errors.ts';
import type { Exports } from './export/exports.ts';
import type { PokeHub } from './feeds/poke-hub.ts';
import type { Mail } from './mail/mail.ts';
import type { Media } from './media/media.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { OpenDatabase } from './db/open.ts';
import type { Push } from './push/push.ts';
import type { ServerPorts } from './server-ports.ts';

/** The app's dependencies, created once and passed in. */
export interface Services extends ServerPorts {
  mail: Mail;
  pokes: PokeHub;
  push: Push;
  media: Media;
  exports: Exports;
  /** Completes erasures now, without waiting for it. */
  erasures: { wake(): void };
  metrics: Metrics;
  /** The pool of connections to PostgreSQL; absent with the embedded database. */
  connections?: OpenDatabase['connections'] | undefined;
}

/** The signed-in person as one query reads them: sign-in, person and access together. */
export interface SignedIn {
  userId: string;
  email: string | null;
  isAdmin: boolean;
  hasBetaAccess: boolean;
  /** Had access until an admin removed it, and may still unshare their rows (R170). */
  wasRemoved?: boolean;
}

/** Hono variables that middleware sets before a route runs. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Null for a visitor. */
    signedIn: SignedIn | null;
    /** No one is signed in, and the request names an account that has been deleted. */
    wasErased?: boolean;
    /** The answer is a script, style or font that only runs inside a page, under the page's headers (docs/decisions/0135). */
    partOfPage?: boolean;
    /** The code of the refusal, if the request was refused. */
    refusedAs?: ErrorCode;
  };
}
