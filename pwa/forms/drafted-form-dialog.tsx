import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Draft } from '../../sync/store/draft-row.ts';
import { DraftedForm } from './drafted-form.tsx';
import type { FormDialogProps } from './form-dialog-props.ts';

/** A FormDialog for a caller that has already read the draft. */
export function DraftedFormDialog<Values extends FieldValues>({ draft, ...props }: FormDialogProps<Values> & { draft: Draft | null }) {
  const [round, setRound] = useState(0);
  return (
    <DraftedForm
      key={round}
      {...props}
      draft={round === 0 ? draft : null}
      onDiscarded={() => {
        props.onDiscarded?.();
        setRound(round + 1);
      }}
    />
  );
}
