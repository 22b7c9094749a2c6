import type { ReactNode } from 'react';

/** Where a card's row is: on the card's lower edge, as it comes and goes by itself and must not move the cards below. */
export function CardState({ children }: { children: ReactNode }) {
  return <div className="absolute start-3 bottom-0 z-1 w-fit translate-y-1/2 rounded-control bg-surface empty:hidden">{children}</div>;
}
