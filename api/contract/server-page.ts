import * as z from 'zod/mini';
import { id } from './text.ts';

/** Files of one kind. */
const Stored = z.object({ files: z.int(), bytes: z.int() });

const BackupState = z.object({
  /** Whether the server makes any. */
  nightly: z.boolean(),
  /** When the newest one was made that could be restored as a test. */
  workedAt: z.nullable(z.iso.datetime()),
  /** How many media files it lacks. */
  lost: z.int(),
  /** When the newest attempt failed, and why in one line; null if it worked. */
  failedAt: z.nullable(z.iso.datetime()),
  failure: z.nullable(z.string()),
});
export type BackupState = z.infer<typeof BackupState>;

/** What the page 'Server' shows: sizes and counts, and nothing that people wrote (R368). */
export const ServerState = z.object({
  version: z.string(),
  /** When the replica that answers started. */
  startedAt: z.iso.datetime(),
  /** All accounts, and those that were used within 24 hours. */
  people: z.object({ total: z.int(), recent: z.int() }),
  /** Size and free space of the disk of DATA_DIR in bytes, and what else is there. */
  disk: z.object({ size: z.int(), free: z.int(), hasMedia: z.boolean(), hasDatabase: z.boolean() }),
  databaseBytes: z.int(),
  /** Films and pictures as people sent them. */
  originals: Stored,
  /** What the server made of them. */
  copies: Stored,
  /** Both, of deleted sessions and replaced pictures: kept for 30 days. */
  deleted: Stored,
  /** Uploads that are no film or picture yet; `idle`: those of which nothing came for a day. */
  unfinished: z.object({ ...Stored.shape, idle: Stored }),
  /**
   * Files that the database does not know; null if the store does not answer. `bytes` is null if there are too many to
   * measure. `old`: those that may be reclaimed.
   */
  setAside: z.nullable(z.object({ files: z.int(), bytes: z.nullable(z.int()), old: z.int() })),
  /** Posters and copies to make: not begun, begun or due again after a failure, and given up after three. */
  derivations: z.object({
    waiting: z.int(),
    oldestAt: z.nullable(z.iso.datetime()),
    again: z.int(),
    givenUp: z.int(),
  }),
  /** Erased accounts of which something is left. */
  erasures: z.int(),
  backups: BackupState,
});
export type ServerState = z.infer<typeof ServerState>;

/** What `npm run doctor` says, except on the way through proxies. */
export const ServerMistakes = z.object({ mistakes: z.array(z.string()) });
export type ServerMistakes = z.infer<typeof ServerMistakes>;

/** An account as the admin sees it. */
export const Account = z.object({
  id,
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** To the hour; null if no browser is signed in. Sign-ins end at a sign-out, and 90 days after their last use. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Of films and pictures, without what the server made of them. */
  bytes: z.int(),
});
export type Account = z.infer<typeof Account>;

export const RECLAIMED = ['unfinished', 'setAside'] as const;
export type Reclaimed = (typeof RECLAIMED)[number];
export const ReclaimRequest = z.object({ what: z.enum(RECLAIMED) });
export const ReclaimAnswer = z.object({ files: z.int() });
export const RetryAnswer = z.object({ jobs: z.int() });
