import type { ReactNode } from 'react';
import { Boundary } from './boundary.tsx';
import { BrokenLine } from './broken-line.tsx';
import { Dialog } from './dialog.tsx';

const TITLE = 'Something went wrong';

export interface DialogBoundaryProps {
  onClose: () => void;
  children: ReactNode;
}

/** Wraps a dialog: if it throws or its code fails to load, shows a dialog that can be closed. Its draft is kept. */
export function DialogBoundary({ onClose, children }: DialogBoundaryProps) {
  return (
    <Boundary
      fallback={(broken) => (
        <Dialog open onClose={onClose} title={TITLE}>
          <BrokenLine broken={broken} what="dialog" />
        </Dialog>
      )}
    >
      {children}
    </Boundary>
  );
}
