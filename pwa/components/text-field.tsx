import type { InputHTMLAttributes, Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>, Omit<FieldProps, 'children'> {
  ref?: Ref<HTMLInputElement>;
}

/** A one-line input: text, date or time. Accepts the props from react-hook-form's `register`. */
export function TextField({ label, optional = false, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, optional, hint, error, className }}>
      {(parts) => <input type="text" dir="auto" {...input} {...parts} className="input" />}
    </Field>
  );
}
