/**
 * The dialogs and popovers that are open, the topmost last. All outside of a modal one is inert, and all lies below one of
 * the top layer: toasts go into it.
 */
let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

export function pushDialog(dialog: HTMLElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

export function topmostDialog(): HTMLElement | null {
  return open.at(-1) ?? null;
}

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}
