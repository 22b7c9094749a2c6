/**
 * Wraps `attempt` so that each call runs it, one at a time, until it resolves true. Reports a failed attempt and leaves
 * the retry to the next call.
 */
export function untilDone(attempt: () => Promise<boolean | undefined>, onFault: (error: unknown) => void): () => void {
  let state: 'open' | 'trying' | 'done' = 'open';
  return () => {
    if (state !== 'open') return;
    state = 'trying';
    attempt().then(
      (done) => (state = done ? 'done' : 'open'),
      (error: unknown) => {
        state = 'open';
        onFault(error);
      },
    );
  };
}
