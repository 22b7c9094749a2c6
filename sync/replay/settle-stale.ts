import type { AnyRow } from '../../api/contract/entities.ts';
import { sameValue } from '../../api/contract/same-value.ts';
import { isCreate, isRemoval } from '../outbox/calls.ts';
import { ANSWER_KEPT_MS } from './envelope.ts';
import { requeueAs } from '../outbox/requeue-as.ts';
import type { SendFailure } from '../store/failure.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { fold, refold, shadowOf } from '../outbox/rebase.ts';
import type { Store } from '../store/store.ts';

const UNSURE: SendFailure = { status: 0, code: 'aged' };

/**
 * Settles changes sent more than 90 days ago without an answer, by comparing them with the freshly pulled row. Applied
 * changes are done, those certainly not applied are sent again as new changes, and the rest waits for its author.
 * @returns how many it settled
 */
export function settleStale(store: Store, ports: Ports): Promise<number> {
  return store.transaction('rw', store.rowTables, async () => {
    const stale = await staleChanges(store, ports.now());
    // Rows to recreate. Their later changes are then sent again as well, even a deletion.
    const recreated = new Set<string>();
    for (const { seq } of stale) {
      // As it is now: what it depends on may just have got another key.
      const record = await store.outbox.get(seq);
      if (!record) continue;
      const { row, gone } = await shadowOf(store, record.entity, record.entityId, '');
      const confirmed = gone ? null : row;
      const isRecreated = !confirmed && (isCreate(record.call) || recreated.has(record.entityId));
      if (isRecreated) recreated.add(record.entityId);
      if (!isRecreated && isApplied(record, confirmed)) await store.outbox.delete(record.seq);
      else if (!confirmed || confirmed.version === record.baseVersion) await requeueAs(store, record, ports.newId());
      else await store.outbox.put({ ...record, state: 'refused', lastError: UNSURE });
      await refold(store, record.entity, record.entityId);
    }
    return stale.length;
  });
}

/** The changes for which `isStale` holds, in order, without those that wait for their author. */
async function staleChanges({ outbox }: Store, now: number): Promise<OutboxRecord[]> {
  const [past, future] = await Promise.all([
    outbox
      .where('firstSentAt')
      .below(now - ANSWER_KEPT_MS)
      .toArray(),
    outbox
      .where('firstSentAt')
      .above(now + ANSWER_KEPT_MS)
      .toArray(),
  ]);
  return [...past, ...future].filter(({ state }) => state !== 'refused').sort((a, b) => a.seq - b.seq);
}

function isApplied(record: OutboxRecord, confirmed: AnyRow | null): boolean {
  if (!confirmed) return isRemoval(record.call);
  if (isCreate(record.call)) return true;
  const after = fold(confirmed, [record]);
  return after !== null && sameValue(comparable(after), comparable(confirmed));
}

/** Leaves out fields that every change touches; compares whether a row is deleted, not when. */
function comparable(row: AnyRow): object {
  const {
    updatedAt: _updatedAt,
    version: _version,
    deletedAt,
    ...rest
  } = row as AnyRow & { updatedAt?: string; deletedAt?: string | null };
  return { ...rest, deleted: Boolean(deletedAt) };
}
