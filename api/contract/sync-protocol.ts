import * as z from 'zod/mini';
import { ENTITY_NAMES } from './entities.ts';
import { ENVELOPE_MAX_OPERATIONS } from './limits.ts';
import { id, stamp } from './text.ts';

/**
 * Version of the queue and of these messages. The server accepts this one and the two before it and answers 426 to
 * older ones, which keep their queue (design section 4, Upgrades).
 */
export const SYNC_VERSION = 1;
export const SYNC_VERSION_OLDEST = 1;

/**
 * Names the user whose queue or cursors a request of the protocol carries. A session of somebody else is answered with
 * 401: what one user made on a shared device is never sent as another's (design section 4, Refusals).
 */
export const USER_HEADER = 'X-Longline-User';

/**
 * A feed is what one reader group may see of one person, numbered in commit order:
 * `own:<user>` private to the user, `shown:<user>` shown to accepted partners, `inbox:<user>` addressed to the user.
 */
export const FeedName = z.string().check(z.regex(/^(own|shown|inbox):[0-9a-f-]{36}$/));
export type FeedKind = 'own' | 'shown' | 'inbox';
export const feedName = (kind: FeedKind, userId: string) => `${kind}:${userId}`;

const place = {
  position: z.int().check(z.gte(0)),
  /** The branch of the feed at that moment. A database that went back never continues it (decision 71). */
  branch: z.optional(z.string().check(z.maxLength(64))),
};

/**
 * How far a device has read one feed. A changed epoch means that the server's history is another one. Devices keep a
 * cursor whole and send it back as it came, with `reached` added: `horizon` tells a first reading under way from a
 * device that was away.
 */
export const Cursor = z.object({
  epoch: id,
  ...place,
  /** Up to where the tombstones were gone when the reading began. */
  horizon: z.optional(z.int().check(z.gte(0))),
  /** The furthest that an envelope's answer has named, until the device has read that far. */
  reached: z.optional(z.object(place)),
});
export type Cursor = z.infer<typeof Cursor>;

export const PullRequest = z.object({
  version: z.int(),
  cursors: z.record(FeedName, Cursor),
});
export type PullRequest = z.infer<typeof PullRequest>;

/** One row of a feed as it is now; null when it has gone from this feed. */
export const FeedEntry = z.object({
  entity: z.enum(ENTITY_NAMES as [(typeof ENTITY_NAMES)[number], ...typeof ENTITY_NAMES]),
  id,
  row: z.nullable(z.record(z.string(), z.unknown())),
});
export type FeedEntry = z.infer<typeof FeedEntry>;

export const FeedPage = z.object({
  feed: FeedName,
  /** The cursor after this page. */
  cursor: Cursor,
  /**
   * True when the page is the first of a whole reading: the device had no cursor, its epoch is another, or it was away
   * for longer than tombstones are kept. What the reading does not name by its end has gone.
   */
  fromStart: z.boolean(),
  /**
   * With `fromStart`, on a server that was restored from a backup: what was changed from this moment on, by the
   * server's clock, is not in that backup. Absent where that is not known.
   */
  sharedUntil: z.optional(stamp),
  entries: z.array(FeedEntry),
  /** True when there is more to read above the cursor. */
  more: z.boolean(),
});
export type FeedPage = z.infer<typeof FeedPage>;

/**
 * Names every feed that the user may read now, and pages for those that moved. A feed that the device holds and
 * `readable` does not name is gone: the device deletes its rows.
 */
export const PullAnswer = z.object({
  readable: z.array(FeedName),
  pages: z.array(FeedPage),
});
export type PullAnswer = z.infer<typeof PullAnswer>;

export const Operation = z.object({
  /** The mutation id: the same as the Idempotency-Key of a single request. */
  key: id,
  call: z.string(),
  params: z.record(z.string(), z.string()),
  payload: z.optional(z.unknown()),
  /** Keys of operations that must have been applied before; if one of this envelope was not, neither is this. */
  dependsOn: z.optional(z.array(id)),
});
export type Operation = z.infer<typeof Operation>;

export const BatchRequest = z.object({
  version: z.int(),
  /**
   * The epoch of the sender's own feed as it was last read. Where it is another one now, the server was restored from a
   * backup: nothing is applied, the answer is 409 `other_history`, and the device reads before it sends again.
   */
  epoch: z.optional(id),
  /**
   * The sender's cursor of its own feed. Where the server no longer holds all that it stands for, the database went
   * back: the answer is the same 409, and the feed gets a new epoch.
   */
  read: z.optional(Cursor),
  operations: z.array(Operation).check(z.minLength(1), z.maxLength(ENVELOPE_MAX_OPERATIONS)),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

/** What the single request would have answered. */
export const OperationAnswer = z.object({ key: id, status: z.int(), body: z.unknown() });
export type OperationAnswer = z.infer<typeof OperationAnswer>;

/** Shorter than the request when it stopped at a 401 or a 5xx, which is then the last answer. */
export const BatchAnswer = z.object({
  answers: z.array(OperationAnswer),
  /** How far the feeds have come that the sender reads and these operations raised. */
  reached: z.optional(z.record(FeedName, z.object({ epoch: id, ...place }))),
});
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/** What GET /api/events says: which feeds moved, nothing of what is in them. */
export const Poke = z.object({ feeds: z.array(FeedName) });
export type Poke = z.infer<typeof Poke>;
