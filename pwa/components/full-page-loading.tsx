import { useEffect, useState } from 'react';

/** What takes only a moment shows nothing. */
const LATE_MS = 300;
/** One wait follows the other without a gap: who one is, then what the device holds. Together they are one to look at. */
const GAP_MS = 100;
const wait = { since: 0, until: Number.NEGATIVE_INFINITY };

function stillHiddenFor(now: number): number {
  if (now - wait.until > GAP_MS) wait.since = now;
  return Math.max(0, LATE_MS - (now - wait.since));
}

/**
 * While nobody can know yet who is there, which is on the very first visit (specification, section 2), or while what this
 * device holds is still being opened.
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
    <main className="shows-late grid min-h-dvh place-content-center justify-items-center gap-4 text-ink-2" style={{ animationDelay: `${hiddenMs}ms` }}>
      <h1 className="sr-only">Longline</h1>
      <div className="spinner" aria-hidden="true" />
      <p role="status">Loading...</p>
    </main>
  );
}
