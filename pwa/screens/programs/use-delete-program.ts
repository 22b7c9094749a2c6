import type { Program } from '../../../api/contract/entities/program.ts';
import { showError, showToast } from '../../components/toast-store.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { TEXTS } from './texts.ts';

/** Deletes at once and offers Undo for as long as the toast stays, five seconds (decision 10). */
export function useDeleteProgram(): (program: Program) => Promise<void> {
  const mutate = useMutate();
  return async ({ id, name }) => {
    try {
      await mutate('programs.delete', { params: { id } });
    } catch {
      showError(TEXTS.updateFailed);
      return;
    }
    const undo = () => mutate('programs.restore', { params: { id } }).catch(() => showError(TEXTS.updateFailed));
    showToast({ description: TEXTS.deleted(name), action: { label: TEXTS.undo, run: () => void undo() } });
  };
}
