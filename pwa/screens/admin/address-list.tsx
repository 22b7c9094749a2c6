import type { ReactNode } from 'react';
import { TEXTS } from './texts.ts';

/** Of what the server holds beyond the lists it answered: `here` could not be asked for. */
export type AddressSearch = 'asking' | 'everywhere' | 'here';

export interface AddressListProps<Entry> {
  title: string;
  /** Of the whole list on the server. */
  count: number;
  /** Stands instead of an empty list. */
  none: string;
  /** Those that are shown: of a long list the first, or those that were searched for. */
  entries: readonly Entry[];
  /** How far the search for words has got; null where there is none. */
  search: AddressSearch | null;
  children: (entry: Entry) => ReactNode;
}

/** E-mail addresses in a part that scrolls, counted in the heading. */
export function AddressList<Entry extends { id: string }>({ title, count, none, entries, search, children }: AddressListProps<Entry>) {
  const note = search === null ? entries.length < count && TEXTS.firstOnly(entries.length) : search === 'here' && TEXTS.searchedHere;
  return (
    <section className="min-w-0">
      <h2 tabIndex={-1} className="pb-2">
        {title} <span className="ms-1 font-regular text-ink-3">({count.toLocaleString()})</span>
      </h2>
      {entries.length > 0 ? (
        <ul className="max-h-[600px] divide-y divide-line overflow-y-auto border-t border-line">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
              {children(entry)}
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="border-t border-line py-3 text-ink-2">
          {count === 0 ? none : search === 'asking' ? TEXTS.searching : TEXTS.nobodyFound}
        </p>
      )}
      {note && <p className="border-t border-line pt-2 text-15 text-ink-2">{note}</p>}
    </section>
  );
}
