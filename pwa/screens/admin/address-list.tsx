import { type ReactNode, useId, useState } from 'react';
import { LIST_MAX } from '../../../api/contract/limits.ts';
import { TEXTS } from './texts.ts';

/** From so many on there is a search. */
const LONG = 12;

export interface AddressListProps<Entry> {
  title: string;
  /** Stands instead of an empty list. */
  none: string;
  entries: readonly Entry[];
  children: (entry: Entry) => ReactNode;
}

/** E-mail addresses in a part that scrolls, counted in the heading. */
export function AddressList<Entry extends { id: string; email: string }>({ title, none, entries, children }: AddressListProps<Entry>) {
  const searchId = useId();
  const [words, setWords] = useState('');
  const long = entries.length >= LONG;
  const wanted = long ? words.trim().toLowerCase() : '';
  const shown = entries.filter(({ email }) => email.toLowerCase().includes(wanted));
  return (
    <section className="min-w-0">
      <h2 tabIndex={-1} className="pb-2">
        {title} <span className="ms-1 font-regular text-ink-3">({entries.length < LIST_MAX ? entries.length : `${LIST_MAX}+`})</span>
      </h2>
      {long && (
        <>
          <label htmlFor={searchId} className="sr-only">
            {`${TEXTS.search}: ${title}`}
          </label>
          <input
            id={searchId}
            type="search"
            autoComplete="off"
            placeholder={TEXTS.search}
            className="input mb-3"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </>
      )}
      {shown.length > 0 ? (
        <ul className="max-h-[600px] divide-y divide-line overflow-y-auto border-t border-line">
          {shown.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
              {children(entry)}
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="border-t border-line py-3 text-ink-2">
          {entries.length === 0 ? none : TEXTS.nobodyFound}
        </p>
      )}
    </section>
  );
}
