import { useEndDialogEntry } from '../components/use-dialog-route.ts';
import { showFailure } from './show-failure.ts';
import type { FirstDraftEnds } from './use-first-draft.ts';

/** Closes a dialog once the interrupted save of its draft is completed. If that save cannot be written, also shows why. */
export function useFirstDraftEnds({ failed, onClose }: { failed: string; onClose: () => void }): FirstDraftEnds {
  const endDialogEntry = useEndDialogEntry();
  return {
    onRecovered: () => {
      endDialogEntry();
      onClose();
    },
    onFailed: (error) => {
      showFailure(error, failed);
      onClose();
    },
  };
}
