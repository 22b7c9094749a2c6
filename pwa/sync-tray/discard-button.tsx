import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { TEXTS } from './texts.ts';

interface DiscardButtonProps {
  /** The question that comes first. */
  title: string;
  text: string;
  onDiscard: () => void;
}

/** Discards work that exists only here, after asking. */
export function DiscardButton({ title, text, onDiscard }: DiscardButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        {TEXTS.discard}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={title}
        confirmLabel={TEXTS.discard}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  );
}
