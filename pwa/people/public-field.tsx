import { type ComponentProps, useId } from 'react';
import { AGE_TEXTS } from '../age/texts.ts';

export interface PublicFieldProps extends ComponentProps<'input'> {
  label: string;
  hint: string;
  isMinor: boolean;
}

/** Chooses whether a profile is public. Under 18, says that it is not (R378). */
export function PublicField({ label, hint, isMinor, ...input }: PublicFieldProps) {
  const hintId = useId();
  if (isMinor) return <p className="text-15 text-ink-2">{AGE_TEXTS.profileStaysPrivate}</p>;
  return (
    <div>
      <label className="flex min-h-12 items-center gap-3 font-semi">
        <input type="checkbox" className="check-box" aria-describedby={hintId} {...input} />
        {label}
      </label>
      <p id={hintId} className="ps-9 text-15 text-ink-2">
        {hint}
      </p>
    </div>
  );
}
