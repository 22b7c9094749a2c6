/**
 * The open dialogs and popovers, the topmost last. Everything outside a modal is inert and below the top layer, so toasts
 * render inside the topmost one.
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
