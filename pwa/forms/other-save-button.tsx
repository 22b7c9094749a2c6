import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import type { OtherSave } from './form-dialog-props.ts';

/** Names the button to the form that it submits. */
export const OTHER_SAVE = 'other-save';

interface OtherSaveButtonProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  formId: string;
  pending: boolean;
  /** Called when the button is pressed down. */
  onPress: () => void;
  otherSave: OtherSave<Values>;
}

export function OtherSaveButton<Values extends FieldValues>({ form, formId, pending, onPress, otherSave }: OtherSaveButtonProps<Values>) {
  const values = useWatch({ control: form.control });
  if (!otherSave.isOffered({ ...form.getValues(), ...values })) return null;
  return (
    <Button type="submit" name={OTHER_SAVE} form={formId} pending={pending && otherSave.saving} onPointerDown={onPress}>
      {otherSave.label}
    </Button>
  );
}
