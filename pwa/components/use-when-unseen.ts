import { useState, useSyncExternalStore } from 'react';
import { subscribeDialogs, topmostDialog } from './open-dialogs.ts';

/**
 * Whether what is wanted may stand on the page by now, though it pushes down what is below it: it comes with a screen,
 * behind a dialog, or while nobody looks, and never under a thumb that is on its way (decision 53). It goes at once.
 * @param screen what stands below it
 */
export function useWhenUnseen(wanted: boolean, screen: string): boolean {
  const unseen = useSyncExternalStore(subscribe, isUnseen);
  const [drawn, setDrawn] = useState({ wanted, screen });
  const mayChange = unseen || !wanted || screen !== drawn.screen;
  if (mayChange && (drawn.wanted !== wanted || drawn.screen !== screen)) setDrawn({ wanted, screen });
  return drawn.wanted && wanted;
}

/** A popover covers little, and a dialog that is about to go covers nothing any more. */
const isUnseen = () => document.hidden || (topmostDialog()?.matches('dialog:not([data-hidden])') ?? false);

function subscribe(listener: () => void): () => void {
  const end = subscribeDialogs(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    end();
    document.removeEventListener('visibilitychange', listener);
  };
}
