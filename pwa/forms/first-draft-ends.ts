import { endDialogEntry } from '../components/use-dialog-route.ts';
import { showFailure } from './show-failure.ts';
import type { FirstDraftEnds } from './use-first-draft.ts';

/** Closes a dialog whose draft turns out to be saved already, or reports why its save cannot be written. */
export const firstDraftEnds = ({ failed, onClose }: { failed: string; onClose: () => void }): FirstDraftEnds => ({
  onRecovered: () => {
    endDialogEntry();
    onClose();
  },
  onFailed: (error) => {
    showFailure(error, failed);
    onClose();
  },
});
