import { changeSubject } from '../../sync/outbox/queue-subjects.ts';
import type { Store } from '../../sync/store/store.ts';
import { failureWords } from './failure-words.ts';
import { changeWords } from './record-words.ts';

/** Everything that exists only on this device, as a JSON file: changes in words and in full, and the names of files. */
export async function exportQueue(store: Store): Promise<Blob> {
  const [records, media, drafts] = await Promise.all([
    store.outbox.orderBy('seq').toArray(),
    store.media.where('state').notEqual('uploaded').toArray(),
    store.drafts.toArray(),
  ]);
  const changes = await Promise.all(
    records.map(async (record) => ({
      words: changeWords(await changeSubject(store, record)),
      state: record.state,
      reason: record.lastError && failureWords(record.lastError),
      madeAt: new Date(record.createdAt).toISOString(),
      call: record.call,
      id: record.entityId,
      params: record.params,
      payload: record.payload,
    })),
  );
  const files = media.map(({ name, type, size, sha256, entity, entityId }) => ({ name, type, size, sha256, entity, entityId }));
  const typed = drafts.map(({ key, values }) => ({ key, values }));
  return new Blob([JSON.stringify({ changes, files, drafts: typed }, null, 2)], { type: 'application/json' });
}
