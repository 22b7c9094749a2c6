/** Only while nobody can know yet who is there: the very first visit (specification, section 2). */
export function FullPageLoading() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-4 text-ink-2">
      <div className="spinner" aria-hidden="true" />
      Loading...
    </div>
  );
}
