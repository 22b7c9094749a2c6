import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useNavigationType } from 'react-router-dom';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { useDocumentTitle } from '../components/use-document-title.ts';
import { tellFirstCards } from '../sync/first-cards.ts';

let firstScreen = true;

interface ScreenProps {
  title: string;
  /** The screen itself signals when its first cards are drawn. */
  tellsFirstCards?: boolean;
  children: ReactNode;
}

/**
 * Wraps each screen: sets the document title and, on navigation, scrolls to the top and focuses the heading, so that a
 * screen reader announces the screen.
 */
export function Screen({ title, tellsFirstCards = false, children }: ScreenProps) {
  useDocumentTitle(title);
  const navigation = useNavigationType();
  const settle = useEffectEvent(() => {
    const isLoad = firstScreen;
    firstScreen = false;
    // On page load the browser handles focus and scroll; on Back, the scroll.
    if (isLoad) return;
    if (navigation !== 'POP') scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
  // Run once per screen, not when a dialog changes the URL.
  useEffect(() => settle(), []);
  useEffect(() => (tellsFirstCards ? undefined : afterNextFrame(tellFirstCards)), [tellsFirstCards]);
  return children;
}
