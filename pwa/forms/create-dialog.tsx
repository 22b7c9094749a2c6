import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { usePorts } from '../sync/sync-provider.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormDialogProps } from './form-dialog-props.ts';
import type { Saving } from './use-marked-save.ts';

export interface CreateDialogProps<Values extends FieldValues>
  extends Omit<FormDialogProps<Values>, 'saving' | 'onSaving' | 'below' | 'typedAtOnce'> {
  /** Saves the new row under this id. */
  creating: (id: string) => Saving<Values>;
  /** `onSaving` of FormDialog, with the id of the new row. */
  onCreating?: (id: string, values: Values) => ReturnType<NonNullable<FormDialogProps<Values>['onSaving']>>;
}

/** Creates a row. The id stays the same while the dialog is open, so that repeated taps create one row. */
export function CreateDialog<Values extends FieldValues>({ creating, onCreating, ...props }: CreateDialogProps<Values>) {
  const ports = usePorts();
  const [id] = useState(() => ports.newId());
  return <FormDialog<Values> {...props} typedAtOnce saving={creating(id)} onSaving={onCreating && ((values) => onCreating(id, values))} />;
}
