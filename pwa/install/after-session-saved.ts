import { noteSessionSaved } from './install-prompt.ts';

/**
 * Call once a session is saved: asks the browser for persistent storage and allows the install offer (R148).
 */
export function afterSessionSaved(): void {
  noteSessionSaved();
  // Without persistent storage the log still works, but the browser may evict it when storage runs low.
  void navigator.storage?.persist?.().catch(() => false);
}
