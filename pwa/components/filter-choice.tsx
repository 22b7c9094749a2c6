import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface FilterChoiceProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  /** <option>s, first the one that lets everything through. */
  children: ReactNode;
}

/** One filter beside a search: the native select, with its label for those who do not see what it holds. */
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
