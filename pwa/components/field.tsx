import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

export interface FieldParts {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  /** Error message below the control. */
  error?: string | undefined;
  className?: string | undefined;
  /** Renders the control with the props that link it to its label, hint and message. */
  children: (parts: FieldParts) => ReactNode;
}

export function Field({ label, optional = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-15 font-semi">
        {label}
        {optional && <span className="font-regular text-ink-3"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={hintId} className="text-15 text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The message below a control, which refers to it by `aria-describedby`. Its scroll margin leaves room for a toast. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex scroll-mb-28 items-start gap-1.5 text-15 font-semi text-danger">
      <Icon name="alert" size="small" className="mt-0.5" />
      {children}
    </p>
  );
}
