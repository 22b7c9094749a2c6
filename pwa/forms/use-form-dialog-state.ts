import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type FormDialogEffect, type FormDialogEvent, type FormDialogState, next, OPENED } from './form-dialog-state.ts';

export type FormDialogEffects = Record<FormDialogEffect, () => void>;

/** What React renders: the dialog shown or hidden, each with the normal or the saving label on its button. */
type View = 'form' | 'saving' | 'hidden' | 'hiddenSaving';

function viewOf(state: FormDialogState): View {
  switch (state.name) {
    case 'saving':
      return 'saving';
    case 'savingHidden':
      // A new label would delay the frame that shows the saved values.
      return state.drawn ? 'hiddenSaving' : 'hidden';
    // This includes `checking`: a DOM attribute hides the dialog then, because a render would delay the next frame.
    default:
      return 'form';
  }
}

/**
 * The state of a form dialog from mount to unmount. `send` applies an event at once and then runs its effect.
 * @param effects may call `send` too
 */
export function useFormDialogState(effects: FormDialogEffects) {
  // A ref, because the second half of a double tap comes before React renders.
  const state = useRef(OPENED);
  const [view, setView] = useState(viewOf(OPENED));
  const latest = useRef(effects);
  // In a layout effect, so that the effects are as current as the handlers in the JSX.
  useLayoutEffect(() => {
    latest.current = effects;
  });
  const { now, send } = useMemo(
    () => ({
      now: () => state.current,
      send: (event: FormDialogEvent) => {
        const before = viewOf(state.current);
        const [after, effect] = next(state.current, event);
        state.current = after;
        // Set only a changed view: React may render even if the new view equals the old one.
        if (viewOf(after) !== before) setView(viewOf(after));
        if (effect) latest.current[effect]();
      },
    }),
    [],
  );
  useEffect(() => {
    send({ type: 'mounted' });
    return () => send({ type: 'unmounted' });
  }, [send]);
  return { hidden: view === 'hidden' || view === 'hiddenSaving', pending: view === 'saving' || view === 'hiddenSaving', now, send };
}
