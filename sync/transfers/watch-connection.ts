import { networkKind } from './large-file-policy.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

interface WatchedConnection extends EventTarget {
  type?: string;
  saveData?: boolean;
}

/** Stores the kind of this device's connection, now and on each change. Resolves when the first value is stored. */
export async function watchConnection(
  store: Store,
  { connection, userAgent }: { connection?: WatchedConnection; userAgent: string },
  signal: AbortSignal,
): Promise<void> {
  // The store may be closing; ignore write errors.
  const note = () => writeSetting(store, 'line', networkKind(connection, userAgent)).catch(() => {});
  connection?.addEventListener('change', () => void note(), { signal });
  await note();
}
