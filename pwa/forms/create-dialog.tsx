import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { usePorts } from '../sync/sync-provider.tsx';
import type { SavedChange } from './tell-when-refused.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

export interface CreateDialogProps<Values extends FieldValues> extends Omit<FormDialogProps<Values>, 'onSave' | 'onSaving' | 'besideSave' | 'typedAtOnce'> {
  /** Saves the new row under this id, on this device, its draft and its file with it. */
  onCreate: (id: string, values: Values, mediaId: string | null) => Promise<readonly SavedChange[]>;
  /** As in a form's `onSaving`. */
  onCreating?: (id: string, values: Values) => ReturnType<NonNullable<FormDialogProps<Values>['onSaving']>>;
}

/** Makes something new: one id for as long as the dialog is open, so that however often the button is tapped, it is one. */
export function CreateDialog<Values extends FieldValues>({ onCreate, onCreating, ...props }: CreateDialogProps<Values>) {
  const ports = usePorts();
  const [id] = useState(() => ports.newId());
  return (
    <FormDialog
      {...props}
      typedAtOnce
      onSave={(values, mediaId) => onCreate(id, values, mediaId)}
      onSaving={onCreating && ((values) => onCreating(id, values))}
    />
  );
}
