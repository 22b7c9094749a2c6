import { type ReactNode, useId } from 'react';

export interface SwitchRowProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, hint, checked, onChange }: SwitchRowProps) {
  const hintId = useId();
  return (
    <label className="flex min-h-14 items-center gap-4">
      <span className="flex-1">
        <span className="block text-17 font-semi">{label}</span>
        {hint && (
          <span id={hintId} className="block text-15 leading-[1.4] text-ink-2">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
