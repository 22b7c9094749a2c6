import type { ReactNode } from 'react';

/** A search and two filters: on phones the search has its own row, from 768 px all three share one. */
export function FilterRow({ children }: { children: ReactNode }) {
  return (
    <div
      role="search"
      className="grid gap-2 xs:grid-cols-2 xs:*:first:col-span-2 md:grid-cols-[2fr_1fr_1fr] md:gap-4 md:*:first:col-span-1"
    >
      {children}
    </div>
  );
}
