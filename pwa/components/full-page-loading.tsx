import { useEffect, useState } from 'react';

/** Shorter waits show nothing. */
const LATE_MS = 300;
/** The wait for the store follows the wait for the signed-in person. Less than this apart, they count as one wait. */
const GAP_MS = 100;
const wait = { since: 0, until: Number.NEGATIVE_INFINITY };

function stillHiddenFor(now: number): number {
  if (now - wait.until > GAP_MS) wait.since = now;
  return Math.max(0, LATE_MS - (now - wait.since));
}

/**
 * Shown while the signed-in person is unknown, on the very first visit (R30), or while this device's store opens.
 */
export function FullPageLoading() {
  const [hiddenMs] = useState(() => stillHiddenFor(performance.now()));
  useEffect(() => {
    wait.until = Number.POSITIVE_INFINITY;
    return () => {
      wait.until = performance.now();
    };
  }, []);
  return (
    <main
      className="shows-late grid min-h-dvh place-content-center justify-items-center gap-4 text-ink-2"
      style={{ animationDelay: `${hiddenMs}ms` }}
    >
      <h1 className="sr-only">Longline</h1>
      <div className="spinner" aria-hidden="true" />
      <p role="status">Loading...</p>
    </main>
  );
}
