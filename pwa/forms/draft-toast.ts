import { currentToast, dismissToast, showToast } from '../components/toast-store.ts';
import { FORM_TEXTS } from './texts.ts';

let offered = -1;

/** Says, after a form was closed, that what was typed is kept, and offers to forget it. */
export function offerDraft(discard: () => void): void {
  showToast({ description: FORM_TEXTS.draftKept, action: { label: FORM_TEXTS.discard, run: discard } });
  offered = currentToast()?.serial ?? -1;
}

/** A form that is open again says it itself, and its draft must not be discarded behind it. */
export function withdrawDraftOffer(): void {
  dismissToast(offered);
}
