import type { Restorable } from '../../sync/queries/deleted.ts';
import { showToast } from '../components/toast-store.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { showFailure } from './show-failure.ts';
import { FORM_TEXTS } from './texts.ts';

export interface Deletion {
  id: string;
  /** 'Fen deleted' */
  deleted: string;
  /** Called after Undo has restored the row, to restore data that was deleted with it. */
  undone?: (() => Promise<unknown>) | undefined;
  /** Toast text if this device cannot store the change. */
  failed: string;
}

/** Deletes at once and offers Undo for the five seconds of the toast (R46). */
export function useDeleteRow(entity: Restorable): (deletion: Deletion) => Promise<void> {
  const mutate = useMutate();
  return async ({ id, deleted, failed, undone }) => {
    try {
      await mutate(`${entity}.delete`, { params: { id } });
    } catch (error) {
      showFailure(error, failed);
      return;
    }
    const undo = () =>
      mutate(`${entity}.restore`, { params: { id } })
        .then(undone)
        .catch((error: unknown) => showFailure(error, failed));
    showToast({ description: deleted, action: { label: FORM_TEXTS.undo, run: () => void undo() } });
  };
}
