import { showError, showToast } from '../../components/toast-store.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { TEXTS } from './texts.ts';

/** Deletes at once and offers Undo for as long as the toast stays, five seconds (decision 10). */
export function useDeleteSession(): (id: string) => Promise<void> {
  const mutate = useMutate();
  return async (id) => {
    try {
      await mutate('videos.delete', { params: { id } });
    } catch {
      showError(TEXTS.updateFailed);
      return;
    }
    const undo = () => mutate('videos.restore', { params: { id } }).catch(() => showError(TEXTS.updateFailed));
    showToast({ description: TEXTS.deleted, action: { label: TEXTS.undo, run: () => void undo() } });
  };
}
