import type { EntityName } from '../../api/contract/entities.ts';
import type { MutationName } from '../../api/contract/mutations.ts';
import type { SendFailure } from './failure.ts';

/**
 * A pending change. States:
 * - `queued`: not being sent. If `firstSentAt` is set, it was sent before and its outcome is unknown;
 * - `sending`: being sent, or was when the app ended; is sent again under the same key;
 * - `blocked`: failed repeatedly on its own while others got through; still tried once an hour;
 * - `refused`: the server refused it; waits for its author.
 */
export interface OutboxRecord {
  seq: number;
  /** The mutation id, sent as Idempotency-Key. Replaced only after an answer that says "not applied". */
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
  /** Source row of a copy or reference, for the effect only. */
  source?: object;
  /** Version of the confirmed row when the change was made; 0 when the server had none. */
  baseVersion: number;
  /** Keys of records that must be applied before this one. */
  dependsOn: string[];
  state: 'queued' | 'sending' | 'blocked' | 'refused';
  /** How often it was sent. */
  attempts: number;
  /** Failures of its own: the server answered it with 5xx, or an envelope with only this record got no answer. */
  serverFailures: number;
  /** The `confirmedCount` setting at the first failure that this record was part of. */
  confirmedAtFailure: number | null;
  /**
   * Milliseconds since 1970, set before the request is sent. Null: the server cannot have it, so edits may be folded in.
   */
  firstSentAt: number | null;
  nextAttemptAt: number;
  lastError: SendFailure | null;
  createdAt: number;
  /** As it was made: no edit has been folded in. Absent on records of earlier app versions. */
  untouched?: true;
  /** A confirmed row offered again to a restored server, where it may already exist. */
  offer?: true;
  /** Made by an import: if the row exists by now, what exists stays. */
  imported?: true;
  /** Set after an envelope with this record got no answer; removed once one is answered. */
  unanswered?: Unanswered;
}

export interface Unanswered {
  /** How many envelopes with the record got no answer while the server was reachable. */
  times: number;
  /** How many records the next envelope with the record may hold. */
  atMost: number;
}

/** Initial values of every new record, and of one that is sent again as a new change. */
export const UNSENT = {
  state: 'queued',
  attempts: 0,
  serverFailures: 0,
  confirmedAtFailure: null,
  firstSentAt: null,
  nextAttemptAt: 0,
  lastError: null,
} as const satisfies Partial<OutboxRecord>;

/** A record to insert; the store assigns the sequence number. */
export type NewOutboxRecord = Omit<OutboxRecord, 'seq'>;

/** After this many server failures on one change, tell the person. */
export const FAILURES_SHOWN = 5;
