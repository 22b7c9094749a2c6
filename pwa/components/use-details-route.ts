import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDialogRoute } from './use-dialog-route.ts';

export interface DetailsRoute {
  isOpen: boolean;
  id: string;
  open: (id: string) => void;
  close: () => void;
  /** Call after the edit dialog above it has deleted the row. */
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
      // The deleted row may have been restored.
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
