import type { BatchAnswer, Cursor } from '../../api/contract/sync-protocol.ts';
import type { HeldCursor, Store } from '../store/store.ts';

/**
 * Records how far the changes confirmed by an answer have moved each feed. A cursor covers only entries that were read,
 * so without this the server could lose a confirmed change unnoticed until the next read. Call it inside the transaction
 * that applies the answers.
 */
export async function noteReached(store: Store, reached: BatchAnswer['reached'] = {}): Promise<void> {
  for (const [feed, { epoch, ...place }] of Object.entries(reached)) {
    const held = await store.cursors.get(feed);
    if (held?.cursor.epoch !== epoch || place.position <= (held.cursor.reached ?? held.cursor).position) continue;
    await store.cursors.put({ ...held, cursor: { ...held.cursor, reached: place } });
  }
}

/** The cursor after a page, keeping the place that an answer has named beyond it. */
export function keepReached(cursor: Cursor, held: HeldCursor | undefined): Cursor {
  const reached = held?.cursor.epoch === cursor.epoch ? held.cursor.reached : undefined;
  return reached && reached.position > cursor.position ? { ...cursor, reached } : cursor;
}
