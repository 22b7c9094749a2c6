import type { EntityName } from '../api/contract/entities.ts';
import type { MutationName } from '../api/contract/mutations.ts';

/** Why a record did not get through the last time it was sent. */
export interface SendFailure {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  code: string;
  /** In words that a person may read. */
  message: string;
  fields?: Record<string, string>;
}

/**
 * A change on its way. States:
 * - `queued`: not on the wire; sent before if `firstSentAt` is set, and then its outcome is unknown;
 * - `sending`: on the wire, or was when the app ended: sent again under the same key;
 * - `blocked`: failed again and again on its own while others got through; still tried once an hour;
 * - `refused`: the server answered no; waits for its author.
 */
export interface OutboxRecord {
  seq: number;
  /** The mutation id, sent as Idempotency-Key. A new one only after an answer that says "not applied". */
  key: string;
  userId: string;
  /** SYNC_VERSION of the app that made it. */
  schemaVersion: number;
  call: MutationName;
  params: Record<string, string>;
  /** As the contract parsed it; updates carry `base`, the values that the author saw. */
  payload: Record<string, unknown>;
  entity: EntityName;
  entityId: string;
  /** What a copy or reference was made from, for the effect only. */
  source?: object;
  /** Version of the confirmed row when the change was made; 0 when the server had none. */
  baseVersion: number;
  /** Keys of records that must have been applied before. */
  dependsOn: string[];
  state: 'queued' | 'sending' | 'blocked' | 'refused';
  /** How often it was on the wire. */
  attempts: number;
  /** How often it failed on its own: the server failed on it (5xx), or an envelope with nothing else got no answer. */
  serverFailures: number;
  /** Value of the counter of confirmed changes at the first failure that it had a part in. */
  confirmedAtFailure: number | null;
  /** Milliseconds; set before the request leaves. Null: the server cannot know of it, so it may still be merged. */
  firstSentAt: number | null;
  nextAttemptAt: number;
  lastError: SendFailure | null;
  createdAt: number;
  /** A confirmed row offered again to a server that was restored from a backup: already there is fine. */
  offer?: true;
  /** Set once an envelope with it got no answer, until one with it is answered. */
  unanswered?: Unanswered;
}

export interface Unanswered {
  /** How often that happened although the server could be reached. */
  times: number;
  /** How many records the next envelope with it may hold. */
  atMost: number;
}

/** Where every record begins, and begins again when it is sent as a new one. */
export const UNSENT = {
  state: 'queued',
  attempts: 0,
  serverFailures: 0,
  confirmedAtFailure: null,
  firstSentAt: null,
  nextAttemptAt: 0,
  lastError: null,
} as const satisfies Partial<OutboxRecord>;

/** Inserted without a sequence number, which the store gives. */
export type NewOutboxRecord = Omit<OutboxRecord, 'seq'>;
