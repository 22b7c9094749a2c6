import { lineKind } from './hold-large.ts';
import { writeSetting } from './settings.ts';
import type { Store } from './store.ts';

interface WatchedConnection extends EventTarget {
  type?: string;
  saveData?: boolean;
}

/** Notes what line this device is on, now and whenever the browser tells of another. */
export function watchLine(
  store: Store,
  { connection, userAgent }: { connection?: WatchedConnection; userAgent: string },
  signal: AbortSignal,
): void {
  const note = () => {
    // A store that is being closed needs no line.
    void writeSetting(store, 'line', lineKind(connection, userAgent)).catch(() => {});
  };
  note();
  connection?.addEventListener('change', note, { signal });
}
