import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { CardBoundary } from './entry-boundary.tsx';

/** Cards added at a time: rendering many at once would block scrolling and typing. */
const STEP = 12;
/** Cards are rendered up to this far below the visible part. */
const AHEAD_PX = 2_000;

export interface CardGridProps<Card> {
  /** What the grid contains, for screen readers. */
  label: string;
  /** Identifies the filtered list: a different name starts again with the first cards. */
  name?: string;
  cards: readonly Card[];
  keyOf: (card: Card) => string;
  /** The word for one card, used when it can't be shown: 'cue'. */
  what: string;
  children: (card: Card) => ReactNode;
}

/** Cards in as many columns as fit. Renders the first ones, and more as the page scrolls. */
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
