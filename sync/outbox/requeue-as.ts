import { replaceDependency } from './dependencies.ts';
import { type OutboxRecord, UNSENT } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';

/** Turns a refused record into a new one, ready to send, in the same place of the queue. */
export async function requeueAs(store: Store, record: OutboxRecord, key: string, payload = record.payload): Promise<void> {
  const { offer, unanswered: _unanswered, ...kept } = record;
  await store.outbox.put({
    ...kept,
    // Its author corrected it, so it is no longer just an offer.
    ...(offer && payload === record.payload && { offer }),
    key,
    payload,
    ...UNSENT,
  });
  await replaceDependency(store, record.key, key);
}
