const LONGEST_WAIT_MS = 1_000;

/** Runs `act` once the page is idle, within a second. @returns a function that cancels it */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, LONGEST_WAIT_MS / 4);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
