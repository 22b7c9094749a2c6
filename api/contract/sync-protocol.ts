import * as z from 'zod/mini';
import { ENTITY_NAMES } from './entities.ts';
import { ENVELOPE_MAX_OPERATIONS } from './limits.ts';
import { id, stamp } from './text.ts';

/**
 * Version of the queue and of these messages. The server accepts this version and the two before it. It answers 426 to
 * older clients, which keep their queue (R127).
 */
export const SYNC_VERSION = 1;
export const SYNC_VERSION_OLDEST = 1;

/**
 * Names the person whose queue or cursors a request carries. If another person is signed in, the server answers 401, so
 * changes made on a shared device are never sent as someone else's (R23).
 */
export const USER_HEADER = 'X-Longline-User';

/**
 * A feed is what one group of readers may see of one person, numbered in commit order: `own:<user>` private to the
 * person, `shown:<user>` shown to accepted partners, `inbox:<user>` addressed to the person.
 */
export const FeedName = z.string().check(z.regex(/^(own|shown|inbox):[0-9a-f-]{36}$/));
export type FeedKind = 'own' | 'shown' | 'inbox';
export const feedName = (kind: FeedKind, userId: string) => `${kind}:${userId}`;

const place = {
  position: z.int().check(z.gte(0)),
  /** The feed's branch at this position. A database that lost entries never continues a branch (docs/decisions/0071). */
  branch: z.optional(z.string().check(z.maxLength(64))),
};

/**
 * How far a device has read one feed. A different epoch means that the server's history was replaced. Devices store a
 * cursor unchanged and send it back with `reached` added. `horizon` tells a first read in progress from a device that
 * was away.
 */
export const Cursor = z.object({
  epoch: id,
  ...place,
  /** Position up to which tombstones were already deleted when the read began. */
  horizon: z.optional(z.int().check(z.gte(0))),
  /** The place that an envelope's answer named last, until the device has read that far. */
  reached: z.optional(z.object(place)),
  /** The furthest such place on each earlier branch, oldest first: a later place on another branch does not cover it. */
  reachedBefore: z.optional(z.array(z.object(place))),
});
export type Cursor = z.infer<typeof Cursor>;
export type Place = Pick<Cursor, 'position' | 'branch'>;

/** The places that answers to envelopes have named and that the device has not read yet, oldest first. */
export const unreadPlaces = ({ reached, reachedBefore = [] }: Cursor): Place[] => [...reachedBefore, ...(reached ? [reached] : [])];

export const PullRequest = z.object({
  version: z.int(),
  cursors: z.record(FeedName, Cursor),
});
export type PullRequest = z.infer<typeof PullRequest>;

/** The current state of one row in a feed; null if the row has left this feed. */
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
   * True on the first page of a full read: the device had no cursor, its epoch differs, or it was away for longer than
   * tombstones are kept. Rows not named by the end of the read are gone.
   */
  fromStart: z.boolean(),
  /**
   * With `fromStart`, on a server restored from a backup: changes from this moment on, by the server's clock, are not
   * in that backup. Absent if unknown.
   */
  sharedUntil: z.optional(stamp),
  entries: z.array(FeedEntry),
  /** True if there is more to read above the cursor. */
  more: z.boolean(),
});
export type FeedPage = z.infer<typeof FeedPage>;

/**
 * Names every feed the person may read now, with pages for those that moved. Feeds that did not fit have no page until
 * their turn comes: ask again while a page has `more`. The device deletes the rows of any feed that `readable` omits.
 */
export const PullAnswer = z.object({
  readable: z.array(FeedName),
  pages: z.array(FeedPage),
});
export type PullAnswer = z.infer<typeof PullAnswer>;

export const Operation = z.object({
  /** The mutation id, which a single request sends as Idempotency-Key. */
  key: id,
  call: z.string(),
  params: z.record(z.string(), z.string()),
  payload: z.optional(z.unknown()),
  /**
   * Keys of operations that must be applied first. If one of them fails in this envelope, this operation is not
   * applied.
   */
  dependsOn: z.optional(z.array(id)),
  /** Seconds since the change was made, by the clock of the device; for the server's metrics only. */
  waited: z.optional(z.int().check(z.gte(0))),
});
export type Operation = z.infer<typeof Operation>;

export const BatchRequest = z.object({
  version: z.int(),
  /**
   * The epoch of the sender's own feed as last read. If it has changed, the server was restored from a backup: it
   * applies nothing and answers 409 `other_history`, and the device reads before it sends again.
   */
  epoch: z.optional(id),
  /**
   * The sender's cursor of its own feed. If the server lacks part of what the cursor covers, the database lost data:
   * the server answers the same 409 and gives the feed a new epoch.
   */
  read: z.optional(Cursor),
  operations: z.array(Operation).check(z.minLength(1), z.maxLength(ENVELOPE_MAX_OPERATIONS)),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

/** What the single request would have returned. */
export const OperationAnswer = z.object({
  key: id,
  status: z.int(),
  body: z.unknown(),
  /** The seconds that the single answer's Retry-After would have named. */
  retryAfter: z.optional(z.int()),
});
export type OperationAnswer = z.infer<typeof OperationAnswer>;

/** Shorter than the request if processing stopped at a 401 or a 5xx, which is then the last answer. */
export const BatchAnswer = z.object({
  answers: z.array(OperationAnswer),
  /** Heads of the feeds that these operations raised and the sender reads. */
  reached: z.optional(z.record(FeedName, z.object({ epoch: id, ...place }))),
});
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/** An event of GET /api/events: names the feeds that moved, not their content. */
export const Poke = z.object({ feeds: z.array(FeedName) });
export type Poke = z.infer<typeof Poke>;
