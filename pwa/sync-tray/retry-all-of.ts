import type { Ports } from '../../sync/ports/ports.ts';
import { retry } from '../../sync/outbox/queue-actions.ts';
import { MEDIA_FIELDS } from '../../sync/store/media-row.ts';
import type { Store } from '../../sync/store/store.ts';
import { resumeUpload } from '../../sync/transfers/upload-actions.ts';
import { retryHelps } from '../../sync/transfers/upload-failure.ts';

/**
 * Retries everything a row waits for: its changes, and its files except those that the server would refuse again.
 * @returns whether there was anything to retry
 */
export async function retryAllOf(store: Store, ports: Ports, entityId: string): Promise<boolean> {
  const ofRow = Object.keys(MEDIA_FIELDS).map((entity): [string, string] => [entity, entityId]);
  const [changes, files] = await Promise.all([
    store.outbox.where('entityId').equals(entityId).toArray(),
    store.media.where('[entity+entityId]').anyOf(ofRow).toArray(),
  ]);
  const waiting = files.filter((file) => file.state !== 'uploaded' && (file.state !== 'failed' || retryHelps(file)));
  await Promise.all([...changes.map(({ key }) => retry(store, ports, key)), ...waiting.map(({ id }) => resumeUpload(store, ports, id))]);
  return changes.length + waiting.length > 0;
}
