import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>, Omit<FieldProps, 'children'> {
  ref?: Ref<HTMLSelectElement>;
}

/** A native select: the phone's own list works with gloves and screen readers. Children are <option>s. */
export function SelectField({ label, optional = false, hint, error, className, children, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, optional, hint, error, className }}>
      {(parts) => (
        <div className="relative">
          <select {...select} {...parts} className="input">
            {children}
          </select>
          <Icon name="down" className="pointer-events-none absolute top-3 right-3 text-ink-2" />
        </div>
      )}
    </Field>
  );
}
