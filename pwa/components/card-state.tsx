import type { ReactNode } from 'react';

/** Sync state of a card's row. It sits on the card's lower edge, because it appears and disappears and must not move other cards. */
export function CardState({ children }: { children: ReactNode }) {
  return <div className="absolute start-3 bottom-0 z-1 w-fit translate-y-1/2 rounded-control bg-surface empty:hidden">{children}</div>;
}
