import { useState, useSyncExternalStore } from 'react';
import { subscribeDialogs, topmostDialog } from './open-dialogs.ts';

/**
 * Whether to show wanted content that pushes down the screen below it. It appears only with a new screen, behind a dialog or
 * on a hidden page, so that nothing moves under a thumb about to tap (docs/decisions/0053). It disappears at once.
 * @param screen the screen below the content
 */
export function useWhenUnseen(wanted: boolean, screen: string): boolean {
  const unseen = useSyncExternalStore(subscribe, isUnseen);
  const [drawn, setDrawn] = useState({ wanted, screen });
  const mayChange = unseen || !wanted || screen !== drawn.screen;
  if (mayChange && (drawn.wanted !== wanted || drawn.screen !== screen)) setDrawn({ wanted, screen });
  return drawn.wanted && wanted;
}

/** Popovers don't count because they cover little; nor does a hidden dialog, because it is about to close. */
const isUnseen = () => document.hidden || (topmostDialog()?.matches('dialog:not([data-hidden])') ?? false);

function subscribe(listener: () => void): () => void {
  const end = subscribeDialogs(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    end();
    document.removeEventListener('visibilitychange', listener);
  };
}
