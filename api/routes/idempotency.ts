import { and, eq, sql } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import { ANSWER_KEPT_HOURS } from '../contract/limits.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
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

type Earlier = typeof idempotencyKeys.$inferSelect | undefined;

/**
 * Claims keys for this transaction. Waits for concurrent transactions with the same keys, in the order of the keys, so
 * that no two envelopes wait for each other.
 * @returns the stored answers of the keys that were used before
 */
export async function claimKeys(
  tx: Transaction,
  { userId }: SignedIn,
  claims: readonly Claim[],
  now: Date,
): Promise<ReadonlyMap<string, Earlier>> {
  if (claims.length === 0) return new Map();
  const wanted = claims.map(({ key, hash }) => ({ key, hash: Buffer.from(hash).toString('hex') }));
  const claimed = await rowsOf<{ key: string }>(
    tx,
    sql`insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
        select ${userId}::uuid, key, decode(hash, 'hex'), 0, '{"value": null}'::jsonb, ${now.toISOString()}::text::timestamptz
        from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as claim(key uuid, hash text)
        order by key
        on conflict do nothing
        returning key`,
  );
  const free = new Set(claimed.map(({ key }) => key));
  const used = claims.map(({ key }) => key).filter((key) => !free.has(key));
  if (used.length === 0) return new Map();
  const stored = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, userId),
        sql`${idempotencyKeys.key} = any(array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(used)}::text::jsonb)))`,
      ),
    )
    .prepare('earlier_answers')
    .execute();
  return new Map(used.map((key) => [key, stored.find((row) => row.key === key)]));
}

/**
 * The answer for a repeat: the first one for a day, then the row as it is now.
 * @throws Refusal 422 if the key was used for another request
 */
export async function answerAgain(
  tx: Transaction,
  actor: SignedIn,
  { hash, entity }: Claim,
  earlier: Earlier,
  now: Date,
): Promise<MutationAnswer> {
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
 * Stores answers for repeats, under keys that this transaction has claimed. The body of a deleted row is not stored: a
 * row must be purged with all copies of its text, and its deletion can be repeated until then (docs/decisions/0087).
 */
export async function storeAnswers(
  tx: Transaction,
  { userId }: SignedIn,
  answers: readonly { key: string; answer: MutationAnswer }[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ key, answer: { status, body } }) => {
    if (!(body as { deletedAt?: string | null }).deletedAt) return { key, status, body: { value: body }, forgotten: false };
    const { id, version } = rowOf(body);
    return { key, status, body: { value: {} }, forgotten: true, id, version };
  });
  // An upsert, because it finds each key by the index, whatever the planner expects of a person's many keys.
  await rowsOf(
    tx,
    sql`insert into idempotency_keys (user_id, key, request_hash, status, body, forgotten, row_id, row_version, created_at)
        select ${userId}::uuid, key, ''::bytea, status, body, forgotten, id, version, now()
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as answer(key uuid, status int, body jsonb, forgotten boolean, id uuid, version int)
        on conflict (user_id, key) do update set status = excluded.status, body = excluded.body,
          forgotten = excluded.forgotten, row_id = excluded.row_id, row_version = excluded.row_version`,
  );
}

/** A body without an id is that of a partnership that has ended. */
function rowOf(body: object): { id: string | null; version: number | null } {
  const { id = null, version = null } = body as { id?: string; version?: number };
  return { id, version };
}
