/** Aborts with the first of them. Not AbortSignal.any: the oldest browsers that this runs in lack it. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort();
    else signal.addEventListener('abort', () => any.abort(), { once: true, signal: any.signal });
  }
  return any.signal;
}
