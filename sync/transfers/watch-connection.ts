import { lineKind } from './large-file-policy.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

interface WatchedConnection extends EventTarget {
  type?: string;
  saveData?: boolean;
}

/** Stores the kind of this device's connection, now and on each change. Resolves when the first value is stored. */
export async function watchLine(
  store: Store,
  { connection, userAgent }: { connection?: WatchedConnection; userAgent: string },
  signal: AbortSignal,
): Promise<void> {
  // The store may be closing; ignore write errors.
  const note = () => writeSetting(store, 'line', lineKind(connection, userAgent)).catch(() => {});
  connection?.addEventListener('change', () => void note(), { signal });
  await note();
}
