import type { ReactNode } from 'react';
import { Boundary } from './boundary.tsx';
import { BrokenLine } from './broken-line.tsx';
import { Dialog } from './dialog.tsx';

const TITLE = 'Something went wrong';

export interface DialogBoundaryProps {
  onClose: () => void;
  children: ReactNode;
}

/** If the dialog inside throws or its code fails to load, shows an error in a dialog that can be closed. Drafts are kept. */
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
