import type { TextFile } from '../../api/contract/export/export-source.ts';
import type { Store } from '../../sync/store/store.ts';

/** Changes, taps and typed text that are only on this device, in full, as a file of an export; none if there are none. */
export async function notSentYet(store: Store): Promise<TextFile[]> {
  const [changes, taps, drafts] = await Promise.all([store.outbox.orderBy('seq').toArray(), store.taps.toArray(), store.drafts.toArray()]);
  if (changes.length + taps.length + drafts.length === 0) return [];
  return [{ name: 'beside/not-sent.json', pieces: [JSON.stringify({ changes, taps, drafts }, null, 2)] }];
}
