import { type ReactNode, useEffect, useRef, useState } from 'react';

const FIRST = 24;
const MORE = 48;
/** Cards are drawn so far ahead of the screen. */
const AHEAD_PX = 1_600;

export interface CardGridProps<Card> {
  /** What stands in it, for screen readers. */
  label: string;
  cards: readonly Card[];
  keyOf: (card: Card) => string;
  children: (card: Card) => ReactNode;
}

/** Cards in as many columns as fit. Draws the first ones, and the others as one scrolls to them. */
export function CardGrid<Card>({ label, cards, keyOf, children }: CardGridProps<Card>) {
  const [limit, setLimit] = useState(FIRST);
  const end = useRef<HTMLDivElement>(null);
  const complete = cards.length <= limit;

  useEffect(() => {
    if (complete || !end.current) return;
    const look = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setLimit(limit + MORE),
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    look.observe(end.current);
    return () => look.disconnect();
  }, [complete, limit]);

  return (
    <>
      <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,304px),1fr))] gap-4">
        {cards.slice(0, limit).map((card) => (
          <li key={keyOf(card)} className="grid min-w-0">
            {children(card)}
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  );
}
