import { currentToast, dismissToast, showToast } from '../components/toast-store.ts';
import { FORM_TEXTS } from './texts.ts';

let offered = -1;

/** Shows a toast after a form has closed: it says that the draft is kept, and offers to discard it. */
export function offerDraft(discard: () => void): void {
  showToast({ description: FORM_TEXTS.draftKept, action: { label: FORM_TEXTS.discard, run: discard } });
  offered = currentToast()?.serial ?? -1;
}

/** Call this when a form opens: the form shows the draft itself, and the toast must no longer discard it. */
export function withdrawDraftOffer(): void {
  dismissToast(offered);
}
