import { isOnlyNoted } from '../../api/contract/planned.ts';
import { isCreate } from './calls.ts';
import { forgetMedia } from '../media/forget-media.ts';
import { requeueAs } from './requeue-as.ts';
import type { ChangeSubject, SendFailure } from '../store/failure.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { changeSubject } from './queue-subjects.ts';
import { pendingOf, refold, shadowOf } from './rebase.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

/**
 * Retries a change now. A refused change goes as a new one, under a new key, so that a late answer to the old one does
 * not apply to it. A change with an unknown outcome keeps its key.
 */
export async function retry(store: Store, ports: Ports, key: string): Promise<void> {
  await store.transaction('rw', [...store.rowTables, store.settings], async () => {
    const record = await store.outbox.get({ key });
    if (!record) return;
    if (record.state === 'refused') {
      await requeueAs(store, record, ports.newId());
      // Its row may have been dropped meanwhile.
      const feed = (await store.shadow.get([record.entity, record.entityId]))?.feed ?? '';
      await store.shadow.put(await shadowOf(store, record.entity, record.entityId, feed));
    } else {
      await store.outbox.update(record.seq, { state: 'queued', nextAttemptAt: 0, serverFailures: 0, confirmedAtFailure: null });
    }
    await refold(store, record.entity, record.entityId);
    await writeSetting(store, 'wake', ports.newId());
  });
}

/**
 * Discards a change: the row shows its confirmed state with the remaining pending changes. Discarding a new row also
 * discards its changes and files, and refuses changes of other rows that reference it.
 */
export async function discard(store: Store, ports: Ports, key: string): Promise<void> {
  const files = await store.transaction('rw', store.rowTables, async () => {
    const record = await store.outbox.get({ key });
    if (!record) return [];
    const { entity, entityId } = record;
    if (!isCreate(record.call)) {
      await store.outbox.delete(record.seq);
      await rebaseFollowing(store, record);
      await refold(store, entity, entityId);
      return [];
    }
    const subject = await changeSubject(store, record);
    const ofRow = await pendingOf(store, entity, entityId);
    for (const { seq } of ofRow) await store.outbox.delete(seq);
    for (const { key: gone } of ofRow) await refuseDependents(store, gone, subject);
    await refold(store, entity, entityId);
    return store.media.where('[entity+entityId]').equals([entity, entityId]).primaryKeys();
  });
  for (const mediaId of files) await forgetMedia(store, ports, mediaId);
}

/** Later changes saw the discarded values as their base; replace those with the values before. */
async function rebaseFollowing(store: Store, discarded: OutboxRecord): Promise<void> {
  const base = discarded.payload['base'] as Record<string, unknown> | undefined;
  if (!base) return;
  for (const record of await pendingOf(store, discarded.entity, discarded.entityId)) {
    const seen = record.payload['base'] as Record<string, unknown> | undefined;
    // A change that may have reached the server stays as it was sent.
    if (record.seq < discarded.seq || record.firstSentAt !== null || !seen) continue;
    const rebased = Object.fromEntries(Object.entries(seen).map(([field, value]) => [field, field in base ? base[field] : value]));
    await store.outbox.update(record.seq, { payload: { ...record.payload, base: rebased } });
  }
}

async function refuseDependents(store: Store, key: string, subject: ChangeSubject): Promise<void> {
  const dependents = await store.outbox.where('dependsOn').equals(key).toArray();
  for (const record of dependents) {
    // A plan that names the session of a discarded change loses nothing that was typed.
    if (record.call === 'plans.update' && isOnlyNoted(record.payload)) {
      await store.outbox.delete(record.seq);
      await refuseDependents(store, record.key, subject);
      await refold(store, record.entity, record.entityId);
      continue;
    }
    const lastError: SendFailure = { status: 0, code: 'discarded', subject };
    const dependsOn = record.dependsOn.filter((needed) => needed !== key);
    await store.outbox.put({ ...record, dependsOn, state: 'refused', lastError });
    await refold(store, record.entity, record.entityId);
  }
}
