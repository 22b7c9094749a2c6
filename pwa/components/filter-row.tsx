import type { ReactNode } from 'react';

/** A search and two choices: the search on a line of its own on phones, all three in one from 768 px. */
export function FilterRow({ children }: { children: ReactNode }) {
  return (
    <div role="search" className="grid gap-2 xs:grid-cols-2 xs:*:first:col-span-2 md:grid-cols-[2fr_1fr_1fr] md:gap-4 md:*:first:col-span-1">
      {children}
    </div>
  );
}
