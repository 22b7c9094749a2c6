import { type BatchAnswer, feedName, type OperationAnswer } from '../../api/contract/sync-protocol.ts';
import { confirmTogether } from './confirm-together.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { requeueEnvelope } from './requeue-envelope.ts';
import { refold } from '../outbox/rebase.ts';
import { noteReached } from '../pull/reached.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { settleAnswer } from './settle-answer.ts';
import type { Store } from '../store/store.ts';
import { READ_FIRST, type Setback } from '../http/classify-answer.ts';

export interface Applied {
  confirmed: number;
  /** The first answer that stops the whole queue, such as a 401. */
  setback: Setback | null;
}

/**
 * Applies the answers to one envelope. Outbox, confirmed rows, views and shadows change in one transaction, so a crash
 * leaves either all of it or none, and nothing is sent again under the same keys.
 * @param history `epoch`: the epoch that the envelope was made on; answers from a history that the device has left
 *   confirm nothing. `reached`: how far the feeds have moved with it. `retryAfterMs`: how long the server asked to wait
 */
export function applyAnswers(
  store: Store,
  ports: Ports,
  envelope: readonly OutboxRecord[],
  answers: readonly OperationAnswer[],
  {
    epoch,
    reached,
    retryAfterMs = null,
  }: { epoch?: string | undefined; reached?: BatchAnswer['reached']; retryAfterMs?: number | null } = {},
): Promise<Applied> {
  return store.transaction('rw', [...store.rowTables, store.cursors, store.settings], async () => {
    const own = await store.cursors.get(feedName('own', store.userId));
    if (epoch !== undefined && own?.cursor.epoch !== epoch) {
      await requeueEnvelope(store, envelope, null);
      return { confirmed: 0, setback: READ_FIRST };
    }
    await noteReached(store, reached);
    const confirmedBefore = (await readSetting(store, 'confirmedCount')) ?? 0;
    const applied: Applied = { confirmed: 0, setback: null };
    const answered = new Map(answers.map((answer) => [answer.key, answer]));
    const settled = await confirmTogether(store, envelope, answered);
    applied.confirmed += settled.size;
    const changed = new Map<string, OutboxRecord>();
    for (const { key } of envelope) {
      if (settled.has(key)) continue;
      // Missing if its author has discarded it, or another page's engine has applied the answer.
      const held = await store.outbox.get({ key });
      if (!held) continue;
      const turn = { store, ports, held, answer: answered.get(key), retryAfterMs, confirmedCount: confirmedBefore + applied.confirmed };
      const { confirmed, setback, mustRefold } = await settleAnswer(turn);
      if (confirmed) applied.confirmed += 1;
      if (mustRefold) changed.set(`${held.entity} ${held.entityId}`, held);
      applied.setback ??= setback;
    }
    for (const { entity, entityId } of changed.values()) await refold(store, entity, entityId);
    if (applied.confirmed > 0) await writeSetting(store, 'confirmedCount', confirmedBefore + applied.confirmed);
    return applied;
  });
}
