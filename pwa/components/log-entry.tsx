import type { ReactNode } from 'react';
import { Knot, type KnotState } from './knot.tsx';

export interface LogEntryProps {
  /** Sync state of this entry; anything but 'synced' dashes the line. */
  state?: KnotState;
  /** Upload progress, from 0 to 1. */
  fraction?: number;
  /** True for the last entry: the line ends at its knot. */
  last?: boolean;
  children: ReactNode;
  className?: string;
}

/** One session on the long line: its knot, and its content to the right. */
export function LogEntry({ state = 'synced', fraction = 0, last = false, children, className }: LogEntryProps) {
  return (
    <article className="long-line-part" data-only-here={state !== 'synced' || undefined} data-last={last || undefined}>
      <Knot state={state} fraction={fraction} />
      <div className={className ?? 'pb-10 md:pb-8'}>{children}</div>
    </article>
  );
}
