import { lineKind } from './hold-large.ts';
import { writeSetting } from './settings.ts';
import type { Store } from './store.ts';

interface WatchedConnection extends EventTarget {
  type?: string;
  saveData?: boolean;
}

/** Notes what line this device is on, now and whenever the browser tells of another. Resolves when the first is noted. */
export async function watchLine(
  store: Store,
  { connection, userAgent }: { connection?: WatchedConnection; userAgent: string },
  signal: AbortSignal,
): Promise<void> {
  // A store that is being closed needs no line.
  const note = () => writeSetting(store, 'line', lineKind(connection, userAgent)).catch(() => {});
  connection?.addEventListener('change', () => void note(), { signal });
  await note();
}
