/**
 * While nobody can know yet who is there, which is on the very first visit (specification, section 2), or while what this
 * device holds is still being opened. What takes only a moment shows nothing.
 */
export function FullPageLoading() {
  return (
    <main className="shows-late grid min-h-dvh place-content-center justify-items-center gap-4 text-ink-2">
      <h1 className="sr-only">Longline</h1>
      <div className="spinner" aria-hidden="true" />
      <p role="status">Loading...</p>
    </main>
  );
}
