import { and, eq } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import { ANSWER_KEPT_HOURS } from '../contract/limits.ts';
import type { Transaction } from '../db/database.ts';
import { idempotencyKeys } from '../db/tables/sync.ts';
import { Refusal } from '../errors.ts';
import type { SignedIn } from '../services.ts';
import type { MutationAnswer } from './mutation-handler.ts';
import { readRowAsNow } from './row-as-now.ts';

const HOUR_MS = 3_600_000;

export interface Claim {
  key: string;
  hash: Uint8Array;
  /** What the mutation answers with. */
  entity: EntityName;
}

/**
 * Claims the key for this transaction. Waits for a concurrent transaction with the same key.
 * @returns the answer for a repeat, if the key was used before: the first one for a day, then the row as it is now
 */
export async function claimKey(tx: Transaction, actor: SignedIn, { key, hash, entity }: Claim, now: Date): Promise<MutationAnswer | null> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ userId: actor.userId, key, requestHash: hash, status: 0, body: { value: null }, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('claim_key')
    .execute();
  if (claimed.length > 0) return null;
  const [earlier] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, actor.userId), eq(idempotencyKeys.key, key)))
    .prepare('earlier_answer')
    .execute();
  if (!earlier || Buffer.compare(earlier.requestHash, hash) !== 0) {
    throw new Refusal('key_reused', 'This Idempotency-Key has been used for another request');
  }
  const status = earlier.status as MutationAnswer['status'];
  const body = earlier.body.value as object;
  const isRecent = now.getTime() - earlier.createdAt.getTime() < ANSWER_KEPT_HOURS * HOUR_MS;
  if (isRecent && !earlier.forgotten) return { status, body };
  const { id, version } = earlier.forgotten ? { id: earlier.rowId, version: earlier.rowVersion } : rowOf(body);
  if (id === null) return { status, body: {} };
  return { status, body: (await readRowAsNow(tx, actor, entity, id)) ?? { id, version } };
}

/**
 * Stores the answer for repeats. The body of a deleted row is not stored: a row must be purged with all copies of its
 * text, and its deletion can be repeated until then (docs/decisions/0087).
 */
export const storeAnswer = (tx: Transaction, actor: SignedIn, key: string, { status, body }: MutationAnswer) => {
  const { id, version } = rowOf(body);
  const isDeleted = Boolean((body as { deletedAt?: string | null }).deletedAt);
  return tx
    .update(idempotencyKeys)
    .set(isDeleted ? { status, body: { value: {} }, forgotten: true, rowId: id, rowVersion: version } : { status, body: { value: body } })
    .where(and(eq(idempotencyKeys.userId, actor.userId), eq(idempotencyKeys.key, key)))
    .prepare(isDeleted ? 'store_deletion' : 'store_answer')
    .execute();
};

/** A body without an id is that of a partnership that has ended. */
function rowOf(body: object): { id: string | null; version: number | null } {
  const { id = null, version = null } = body as { id?: string; version?: number };
  return { id, version };
}
