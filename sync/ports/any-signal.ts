/** A signal that aborts with the first of the given ones. The oldest supported browsers lack AbortSignal.any. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort();
    else signal.addEventListener('abort', () => any.abort(), { once: true, signal: any.signal });
  }
  return any.signal;
}
