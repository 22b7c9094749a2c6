/** The modal dialogs that are open, the topmost last. All outside of it is inert, so toasts go into it. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

export function pushDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

export function topmostDialog(): HTMLDialogElement | null {
  return open.at(-1) ?? null;
}

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}
