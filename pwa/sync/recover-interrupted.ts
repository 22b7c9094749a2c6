import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { requestBackgroundSync } from './request-background-sync.ts';

/**
 * Completes saves that were interrupted when the app closed, or only the save of the draft with this key. It does not use
 * `useSave`: it waits for a form that is open in another tab, and meanwhile the sync total must not say 'saving'.
 */
export async function recoverInterrupted(store: Store, ports: Ports, draftKey?: string): Promise<void> {
  // Lazy: it includes the schemas, which the first cards do not need.
  const { recoverSave, recoverSaves } = await import('../../sync/outbox/recover-saves.ts');
  await (draftKey === undefined ? recoverSaves(store, ports) : recoverSave(store, ports, draftKey));
  requestBackgroundSync();
}
