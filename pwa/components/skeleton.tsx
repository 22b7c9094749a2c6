import { classNames } from './class-names.ts';

export interface SkeletonProps {
  /** The specified loading text, such as 'Loading training sessions...'. */
  text: string;
  /** The page's heading for screen readers, while the visible one is still loading. */
  heading?: string;
  /** Number of placeholder entries. */
  rows?: number;
  className?: string;
}

/** Placeholder for loading content, shown only after 200 ms. */
export function Skeleton({ text, heading, rows = 3, className }: SkeletonProps) {
  return (
    <>
      {heading && (
        <h1 tabIndex={-1} className="sr-only">
          {heading}
        </h1>
      )}
      <div role="status" className={classNames('skeleton', className)}>
        <p className="mb-6 text-15 text-ink-2">{text}</p>
        <div aria-hidden="true" className="grid gap-10">
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="grid gap-3">
              <div className="skeleton-bar h-9 w-40" />
              <div className="skeleton-bar h-5 w-3/4" />
              <div className="skeleton-bar h-5 w-1/2" />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
