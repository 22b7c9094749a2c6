import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The action, verb first: 'Remove dog'. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Colours the confirm button red, for actions that delete or end something. */
  danger?: boolean;
  pending?: string | false;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  pending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="question"
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            tone={danger ? 'plain' : 'primary'}
            compact
            pending={pending}
            onClick={onConfirm}
            {...(danger && { className: 'border-danger! text-danger! hover:bg-danger-ground!' })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-2">{children}</div>
    </Dialog>
  );
}
