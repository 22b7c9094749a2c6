import { classNames } from './class-names.ts';

export interface SkeletonProps {
  /** The specified loading text, such as 'Loading training sessions...'. */
  text: string;
  /** How many entries to sketch. */
  rows?: number;
  className?: string;
}

/** A sketch of what is coming, shown only when it takes longer than 200 ms. */
export function Skeleton({ text, rows = 3, className }: SkeletonProps) {
  return (
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
  );
}
