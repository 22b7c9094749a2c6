import { useId } from 'react';
import { Icon } from './icon.tsx';

export interface SearchBoxProps {
  label: string;
  /** An example; the label unless given. */
  placeholder?: string;
  value: string;
  onType: (words: string) => void;
  maxLength?: number;
}

/** Words to look for among what is below it. */
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
        autoComplete="off"
        {...{ placeholder, value, maxLength }}
        onChange={(event) => onType(event.target.value)}
        // What is found stands there already; in a form Enter would send it from here.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="input ps-11!"
      />
    </div>
  );
}
