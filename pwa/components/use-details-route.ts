import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDialogRoute } from './use-dialog-route.ts';

export interface DetailsRoute {
  isOpen: boolean;
  id: string;
  open: (id: string) => void;
  close: () => void;
  /** Call this after the edit dialog above this dialog has deleted the row. */
  onDeleted: (id: string) => void;
}

/** A dialog that shows a row. It also closes if the edit dialog that opened above it deletes the row. */
export function useDetailsRoute(name: string): DetailsRoute {
  const { isOpen, params, open: openRoute, close } = useDialogRoute(name);
  const [deletedId, setDeletedId] = useState('');
  const id = params.get('id') ?? '';
  const isOfDeleted = isOpen && id === deletedId;
  useEffect(() => {
    if (isOfDeleted) close();
  }, [isOfDeleted, close]);
  const open = useCallback(
    (rowId: string) => {
      // The row may have been restored since it was deleted.
      setDeletedId('');
      openRoute({ id: rowId });
    },
    [openRoute],
  );
  return useMemo(
    () => ({ isOpen: isOpen && !isOfDeleted, id, open, close, onDeleted: setDeletedId }),
    [isOpen, isOfDeleted, id, open, close],
  );
}
