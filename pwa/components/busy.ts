import { useEffect, useSyncExternalStore } from 'react';

/**
 * Activities that must not be interrupted, such as a form with unsaved text or a running upload.
 * A new version of the app waits until the set is empty (R149).
 */
const reasons = new Set<symbol>();
const listeners = new Set<() => void>();

export function isBusy(): boolean {
  return reasons.size > 0;
}

/** @returns a function that ends this activity; calling it twice is harmless */
export function beginBusy(what: string): () => void {
  const reason = Symbol(what);
  reasons.add(reason);
  tell();
  return () => {
    if (reasons.delete(reason)) tell();
  };
}

/** Keeps the app busy while `busy` is true and the component is on screen. */
export function useBusyWhile(busy: boolean, what: string): void {
  useEffect(() => (busy ? beginBusy(what) : undefined), [busy, what]);
}

export function useIsBusy(): boolean {
  return useSyncExternalStore(subscribeBusy, isBusy);
}

export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
