import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useDocumentTitle } from '../components/use-document-title.ts';

let firstScreen = true;

/**
 * Stands around each screen: gives it its title, and on a change of screen starts at the top with the
 * focus on its heading, so that a screen reader says where one is.
 */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  const navigation = useNavigationType();
  const settle = useEffectEvent(() => {
    const isLoad = firstScreen;
    firstScreen = false;
    // On a load the browser puts focus and scroll where they belong, and on Back the scroll.
    if (isLoad) return;
    if (navigation !== 'POP') scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
  // Once when the screen appears, not when a dialog changes the URL below it.
  useEffect(() => settle(), []);
  return children;
}
