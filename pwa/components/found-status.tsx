export interface FoundStatusProps {
  /** How many stand in the list; null while nothing is searched for, or not all of it is read. */
  count: number | null;
  one: string;
  many: string;
}

/** Tells who hears the page how many a search has found; who sees the list sees that. Stands there before it has anything to say. */
export function FoundStatus({ count, one, many }: FoundStatusProps) {
  return (
    <p role="status" className="sr-only">
      {count !== null && `${count} ${count === 1 ? one : many} found`}
    </p>
  );
}
