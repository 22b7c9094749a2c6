import type { ReactNode } from 'react';

export interface ToastMessage {
  /** Destructive toasts default to 'Error' (R33). */
  title?: string;
  description: ReactNode;
  tone?: 'plain' | 'destructive';
  /** One action, such as Undo. Running it closes the toast. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  /** Increases with each toast, so that repeating a text shows a new toast. */
  serial: number;
}

let shown: ShownToast | null = null;
let serial = 0;
const listeners = new Set<() => void>();

/** Shows a toast in place of the current one (R33: one visible at a time). */
export function showToast(message: ToastMessage): void {
  serial += 1;
  shown = { ...message, serial };
  tell();
}

/** Shows an error in the destructive style (R33). */
export function showError(description: ReactNode, title = 'Error'): void {
  showToast({ title, description, tone: 'destructive' });
}

/** @param which serial of the toast; a newer toast stays */
export function dismissToast(which: number): void {
  if (shown?.serial !== which) return;
  shown = null;
  tell();
}

export function currentToast(): ShownToast | null {
  return shown;
}

export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
