import type { TextFile } from '../../api/contract/export/export-source.ts';
import type { Store } from '../../sync/store/store.ts';
import { exportQueue } from '../sync-tray/export-queue.ts';

/** Changes and typed text that are only on this device, as a file of an export; none if there are none. */
export async function notSentYet(store: Store): Promise<TextFile[]> {
  const count = (await store.outbox.count()) + (await store.taps.count()) + (await store.drafts.count());
  return count === 0 ? [] : [{ name: 'beside/not-sent.json', pieces: [await (await exportQueue(store)).text()] }];
}
