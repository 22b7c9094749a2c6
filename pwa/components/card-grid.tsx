import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { CardBoundary } from './entry-boundary.tsx';

/** Few at a time: drawing many at once would hold up a finger that scrolls or types. */
const STEP = 12;
/** Cards are drawn so far ahead of the screen. */
const AHEAD_PX = 2_000;

export interface CardGridProps<Card> {
  /** What stands in it, for screen readers. */
  label: string;
  /** Names the list among its filters: another list starts at its top. */
  name?: string;
  cards: readonly Card[];
  keyOf: (card: Card) => string;
  /** What one card is, where it cannot be shown: 'cue'. */
  what: string;
  children: (card: Card) => ReactNode;
}

/** Cards in as many columns as fit. Draws the first ones, and the others as one scrolls to them. */
export function CardGrid<Card>({ label, name = '', cards, keyOf, what, children }: CardGridProps<Card>) {
  const [asked, setAsked] = useState({ name, limit: STEP });
  const limit = asked.name === name ? asked.limit : STEP;
  const end = useRef<HTMLDivElement>(null);
  const complete = cards.length <= limit;

  useEffect(() => {
    if (complete || !end.current) return;
    const look = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setAsked({ name, limit: limit + STEP }));
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    look.observe(end.current);
    return () => look.disconnect();
  }, [complete, limit, name]);

  return (
    <>
      <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,304px),1fr))] gap-4">
        {cards.slice(0, limit).map((card) => (
          <li key={keyOf(card)} className="grid min-w-0">
            <CardBoundary what={what} id={keyOf(card)} resetKey={card}>
              {children(card)}
            </CardBoundary>
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  );
}
