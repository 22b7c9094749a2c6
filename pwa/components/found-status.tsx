export interface FoundStatusProps {
  /** Number of results; null without a search, or while the list is still loading. */
  count: number | null;
  one: string;
  many: string;
}

/** Announces the number of search results. Rendered even when empty, or screen readers would miss the first announcement. */
export function FoundStatus({ count, one, many }: FoundStatusProps) {
  return (
    <p role="status" className="sr-only">
      {count !== null && `${count} ${count === 1 ? one : many} found`}
    </p>
  );
}
