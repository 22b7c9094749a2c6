import type { ReactNode } from 'react';
import { Boundary, type BoundaryProps } from './boundary.tsx';
import { BROKEN_TEXTS, BrokenLine } from './broken-line.tsx';

export interface EntryBoundaryProps extends Omit<BoundaryProps, 'fallback'> {
  /** The word for it on screen: 'session'. */
  what: string;
  /** The element around the line, such as the item of a list. */
  frame?: (line: ReactNode) => ReactNode;
}

/** Wraps one entry, card or line: if it throws, a line says so in its place and the rest stays usable. */
export function EntryBoundary({ what, frame = (line) => line, ...props }: EntryBoundaryProps) {
  return <Boundary {...props} fallback={(broken) => frame(<BrokenLine broken={broken} what={what} />)} />;
}

/** The same for an item of a list. */
export function ItemBoundary(props: Omit<EntryBoundaryProps, 'frame'>) {
  return <EntryBoundary {...props} frame={(line) => <li className="py-1">{line}</li>} />;
}

/** The same for a card, in a card's frame. */
export function CardBoundary(props: Omit<EntryBoundaryProps, 'frame'>) {
  return (
    <EntryBoundary
      {...props}
      frame={(line) => <div className="grid content-center rounded-card border border-line bg-surface px-4 py-2">{line}</div>}
    />
  );
}

/** The same for an option of a select, which has room for words only. */
export function OptionBoundary({ what, ...props }: Omit<EntryBoundaryProps, 'frame'>) {
  return <Boundary {...props} fallback={() => <option disabled>{BROKEN_TEXTS.broken(what)}</option>} />;
}
