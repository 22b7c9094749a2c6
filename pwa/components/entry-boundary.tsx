import type { ReactNode } from 'react';
import { Boundary, type BoundaryProps } from './boundary.tsx';
import { BROKEN_TEXTS, BrokenLine } from './broken-line.tsx';

export interface EntryBoundaryProps extends Omit<BoundaryProps, 'fallback'> {
  /** The word for the entry on screen: 'session'. */
  what: string;
  /** Wraps the message, for example in a list item. */
  frame?: (line: ReactNode) => ReactNode;
}

/** Wraps one entry, card or line. If it throws, a message replaces it and the rest stays usable. */
export function EntryBoundary({ what, frame = (line) => line, ...props }: EntryBoundaryProps) {
  return <Boundary {...props} fallback={(broken) => frame(<BrokenLine broken={broken} what={what} />)} />;
}

/** An EntryBoundary for an item of a list. */
export function ItemBoundary(props: Omit<EntryBoundaryProps, 'frame'>) {
  return <EntryBoundary {...props} frame={(line) => <li className="py-1">{line}</li>} />;
}

/** An EntryBoundary for a card: the message gets a card's frame. */
export function CardBoundary(props: Omit<EntryBoundaryProps, 'frame'>) {
  return (
    <EntryBoundary
      {...props}
      frame={(line) => <div className="grid content-center rounded-card border border-line bg-surface px-4 py-2">{line}</div>}
    />
  );
}

/** A boundary for an option of a select, which can contain only text. */
export function OptionBoundary({ what, ...props }: Omit<EntryBoundaryProps, 'frame'>) {
  return <Boundary {...props} fallback={() => <option disabled>{BROKEN_TEXTS.broken(what)}</option>} />;
}
