import type { Ports } from '../../sync/ports/ports.ts';
import { retry } from '../../sync/outbox/queue-actions.ts';
import { listQueue } from '../../sync/status/list-queue.ts';
import type { Store } from '../../sync/store/store.ts';
import { resumeUpload } from '../../sync/transfers/upload-actions.ts';
import { retryHelps } from '../../sync/transfers/upload-failure.ts';

/**
 * Retries everything a row waits for: its changes, and its files except those that the server would refuse again.
 * @returns whether there was anything to retry
 */
export async function retryAllOf(store: Store, ports: Ports, entityId: string): Promise<boolean> {
  const entries = (await listQueue(store)).filter((entry) => entry.entityId === entityId);
  const tried = entries.map(async ({ kind, key }) => {
    if (kind === 'change') await retry(store, ports, key);
    else {
      const file = await store.media.get(key);
      if (!file || (file.state === 'failed' && !retryHelps(file))) return false;
      await resumeUpload(store, ports, key);
    }
    return true;
  });
  return (await Promise.all(tried)).includes(true);
}
