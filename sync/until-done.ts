/**
 * What is tried at each call until it says that it is done, one try at a time. A try that fails is told of and leaves
 * it to the next.
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
