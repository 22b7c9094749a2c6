import type { FieldValues } from 'react-hook-form';
import { DraftedFormDialog } from './drafted-form-dialog.tsx';
import { useFirstDraftEnds } from './use-first-draft-ends.ts';
import type { FormDialogProps } from './form-dialog-props.ts';
import { useFirstDraft } from './use-first-draft.ts';

/**
 * A form in a dialog. It keeps typed and picked values as a draft and offers them again. Errors appear at their fields and
 * in a toast. Repeated taps save once.
 */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const draft = useFirstDraft(props.draftKey, useFirstDraftEnds(props));
  return draft !== undefined && <DraftedFormDialog {...props} draft={draft} />;
}
