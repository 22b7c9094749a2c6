import { type Ref, useId, useState } from 'react';
import { FieldError } from '../../components/field.tsx';
import { type DateParts, datePartsOf, dateText } from './date-parts.ts';
import { TEXTS } from './texts.ts';

export interface BirthdateFieldProps {
  /** In the format of `dateText`. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** The first of the three fields. */
  ref?: Ref<HTMLInputElement>;
}

const PARTS = [
  { part: 'day', digits: 2, example: '14' },
  { part: 'month', digits: 2, example: '8' },
  { part: 'year', digits: 4, example: '2022' },
] as const;

/** A birthdate as three number fields: a date picker needs many taps to go back a few years. */
export function BirthdateField({ value, onChange, error, ref }: BirthdateFieldProps) {
  const errorId = useId();
  const [parts, setParts] = useState<DateParts>(() => datePartsOf(value));
  const change = (part: keyof DateParts, typed: string) => {
    const next = { ...parts, [part]: typed };
    setParts(next);
    onChange(dateText(next));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="text-15 font-semi">{TEXTS.dog.birthdate}</legend>
      <div className="mt-1 grid grid-cols-[minmax(0,4.5rem)_minmax(0,4.5rem)_minmax(0,6rem)] gap-2">
        {PARTS.map(({ part, digits, example }) => (
          <label key={part} className="grid gap-1 text-13 text-ink-2">
            {TEXTS.dog[part]}
            <input
              ref={part === 'day' ? ref : undefined}
              className="input"
              inputMode="numeric"
              autoComplete="off"
              maxLength={digits}
              placeholder={example}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              value={parts[part]}
              onChange={(event) => change(part, event.target.value)}
            />
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
