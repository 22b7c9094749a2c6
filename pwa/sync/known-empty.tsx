import type { ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useFirstReading } from './use-first-reading.ts';

const NOT_HERE_YET = {
  title: 'Not on this device yet',
  description: "Your data loads when you're online. What you add now is safe here.",
};

export interface KnownEmptyProps {
  /** The screen's loading text from R137. */
  loading: string;
  /** The empty state. */
  children: ReactNode;
}

/** Shows the empty state only after the first sync: before that, the list may merely not have loaded yet. */
export function KnownEmpty({ loading, children }: KnownEmptyProps) {
  const reading = useFirstReading();
  if (reading === 'done') return children;
  if (reading === 'waiting') return <EmptyState icon="offline" {...NOT_HERE_YET} />;
  return <Skeleton text={loading} />;
}
