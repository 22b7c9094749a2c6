/**
 * The states of a form dialog.
 * - `leaving`: the person has closed the dialog, and going back is under way. The form still works until it unmounts.
 * - `save`: identifies one save. Events of another save change nothing.
 */
export type FormDialogState =
  | { name: 'editing'; leaving: boolean }
  /** Save was tapped with its preview drawn. A DOM attribute hides the dialog, and the form is checked after the next frame. */
  | { name: 'checking'; leaving: boolean }
  | { name: 'saving'; leaving: boolean; save: symbol }
  /** The saved values replace the dialog on screen. The write begins once the frame that shows them is `drawn`. */
  | { name: 'savingHidden'; leaving: boolean; save: symbol; drawn: boolean }
  /** The write failed. The person can change the values and save again, as in `editing`. */
  | { name: 'failed'; leaving: boolean }
  /** Unmounted. A check that was under way can still start a save. */
  | { name: 'closed'; save: symbol | null };

export type FormDialogEvent =
  | { type: 'submitted' }
  /** The form was submitted, and its values are already on screen as a preview. */
  | { type: 'claimed' }
  | { type: 'invalid' }
  /** `isShown`: the values are on screen where they will appear. */
  | { type: 'valid'; save: symbol; isShown: boolean }
  | { type: 'drawn'; save: symbol }
  | { type: 'written'; save: symbol }
  | { type: 'writeFailed'; save: symbol }
  | { type: 'close' }
  | { type: 'mounted' }
  | { type: 'unmounted' };

/** What the dialog must do on a transition. */
export type FormDialogEffect = 'check' | 'concealAndCheck' | 'reveal' | 'keepDraftAndClose' | 'closeSaved' | 'resumeDraft' | 'offerDraft';

export type Step = readonly [state: FormDialogState, effect?: FormDialogEffect];

type Editable = Extract<FormDialogState, { name: 'editing' | 'failed' }>;

export const OPENED: FormDialogState = { name: 'editing', leaving: false };

export function next(state: FormDialogState, event: FormDialogEvent): Step {
  switch (event.type) {
    case 'submitted':
      return isEditable(state) ? [state, 'check'] : [state];
    case 'claimed':
      return isEditable(state) ? [{ name: 'checking', leaving: state.leaving }, 'concealAndCheck'] : [state];
    case 'invalid':
      return state.name === 'checking' ? [{ name: 'editing', leaving: state.leaving }, 'reveal'] : [state];
    case 'valid':
      return startSave(state, event);
    case 'drawn':
      return state.name === 'savingHidden' && state.save === event.save ? [{ ...state, drawn: true }] : [state];
    case 'written':
      // The dialog keeps its state until it unmounts. Once unmounted it must not close: that would leave the page behind it.
      return state.name !== 'closed' && saveOf(state) === event.save ? [state, 'closeSaved'] : [state];
    case 'writeFailed':
      return failSave(state, event.save);
    case 'close':
      // Allow this during a visible save too: the write continues.
      return (isEditable(state) || state.name === 'saving') && !state.leaving
        ? [{ ...state, leaving: true }, 'keepDraftAndClose']
        : [state];
    case 'mounted':
      // React's strict mode unmounts and remounts each new component once.
      return state.name === 'closed' ? [OPENED] : [state];
    case 'unmounted':
      return unmount(state);
  }
}

function startSave(state: FormDialogState, { save, isShown }: { save: symbol; isShown: boolean }): Step {
  // Ignore a second tap.
  if (saveOf(state) !== null) return [state];
  if (state.name === 'closed') return [{ name: 'closed', save }];
  const { leaving } = state;
  if (isShown) return [{ name: 'savingHidden', leaving, save, drawn: false }];
  const saving = { name: 'saving', leaving, save } as const;
  return state.name === 'checking' ? [saving, 'reveal'] : [saving];
}

function failSave(state: FormDialogState, save: symbol): Step {
  if (saveOf(state) !== save) return [state];
  if (state.name === 'closed') return [{ name: 'closed', save: null }, 'resumeDraft'];
  return [{ name: 'failed', leaving: state.leaving }, 'resumeDraft'];
}

function unmount(state: FormDialogState): Step {
  if (state.name === 'closed') return [state];
  const closed = { name: 'closed', save: saveOf(state) } as const;
  // Back closed the dialog, or the row is gone: the draft has not been offered yet.
  return isEditable(state) && !state.leaving ? [closed, 'offerDraft'] : [closed];
}

const isEditable = (state: FormDialogState): state is Editable => state.name === 'editing' || state.name === 'failed';

/** The save that is running or written; null if there is none, or if it failed. */
const saveOf = (state: FormDialogState): symbol | null => ('save' in state ? state.save : null);

export const hasSave = (state: FormDialogState): boolean => saveOf(state) !== null;
