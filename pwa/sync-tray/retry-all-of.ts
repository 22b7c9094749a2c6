import type { Ports } from '../../sync/ports.ts';
import { retry } from '../../sync/queue-actions.ts';
import { listQueue } from '../../sync/status.ts';
import type { Store } from '../../sync/store.ts';
import { resumeUpload } from '../../sync/upload-actions.ts';

/** Tries all that one row waits for again: its changes and its files. */
export async function retryAllOf(store: Store, ports: Ports, entityId: string): Promise<void> {
  const entries = (await listQueue(store)).filter((entry) => entry.entityId === entityId);
  await Promise.all(entries.map((entry) => (entry.kind === 'file' ? resumeUpload(store, ports, entry.key) : retry(store, ports, entry.key))));
}
