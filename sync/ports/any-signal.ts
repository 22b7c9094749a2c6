/** Aborts when the first of the signals does. AbortSignal.any is missing in the oldest browsers that we support. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort();
    else signal.addEventListener('abort', () => any.abort(), { once: true, signal: any.signal });
  }
  return any.signal;
}
