import { useId } from 'react';
import { Icon } from './icon.tsx';

export interface SearchBoxProps {
  label: string;
  /** An example; defaults to the label. */
  placeholder?: string;
  value: string;
  onType: (words: string) => void;
  maxLength?: number;
}

/** A search field that filters the list below as the person types. */
export function SearchBox({ label, placeholder = label, value, onType, maxLength }: SearchBoxProps) {
  const id = useId();
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Icon name="search" className="absolute top-3 left-3 text-ink-3" />
      <input
        id={id}
        type="search"
        dir="auto"
        autoComplete="off"
        {...{ placeholder, value, maxLength }}
        onChange={(event) => onType(event.target.value)}
        // Ignore Enter: the results are already visible, and Enter would submit a form around the field.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="input ps-11!"
      />
    </div>
  );
}
