import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>, Omit<FieldProps, 'children'> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, optional = false, hint, error, className, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, optional, hint, error, className }}>
      {(parts) => <textarea rows={4} dir="auto" {...area} {...parts} className="input" />}
    </Field>
  );
}
