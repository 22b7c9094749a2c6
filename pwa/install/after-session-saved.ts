import { noteSessionSaved } from './install-prompt.ts';

/**
 * From the first saved session on there is something to keep: asks the browser not to clear it when room runs out,
 * and lets the installation be offered (LOOK.md, 'Install' and 'Never surprise').
 */
export function afterSessionSaved(): void {
  noteSessionSaved();
  // Refused or not answered, the log is kept all the same, as long as the browser has room.
  void navigator.storage?.persist?.().catch(() => false);
}
