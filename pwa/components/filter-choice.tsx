import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface FilterChoiceProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  /** <option>s; the first one filters nothing. */
  children: ReactNode;
}

/** One filter beside a search: a native select with its label for screen readers. */
export function FilterChoice({ label, value, onChoose, children }: FilterChoiceProps) {
  return (
    <div className="relative">
      <select aria-label={label} className="input" value={value} onChange={(event) => onChoose(event.target.value)}>
        {children}
      </select>
      <Icon name="down" className="pointer-events-none absolute top-3 right-3 text-ink-2" />
    </div>
  );
}
