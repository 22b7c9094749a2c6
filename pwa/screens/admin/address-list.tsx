import type { ReactNode } from 'react';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { TEXTS } from './texts.ts';

/** Progress of the search. `here`: the server could not be reached, so only the loaded addresses were searched. */
export type AddressSearch = 'asking' | 'everywhere' | 'here';

export interface AddressListProps<Entry> {
  title: string;
  /** Size of the whole list on the server. */
  count: number;
  /** Shown when the list is empty. */
  none: string;
  /** The entries to show: the first ones of a long list, or the search results. */
  entries: readonly Entry[];
  /** Null without a search. */
  search: AddressSearch | null;
  children: (entry: Entry) => ReactNode;
}

/** Email addresses in a scrolling section, with their count in the heading. */
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
            <ItemBoundary key={entry.id} what="address" id={entry.id} resetKey={entry}>
              <Item entry={entry} draw={children} />
            </ItemBoundary>
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

/** A component of its own, so that the boundary around it catches errors from drawing the entry. */
function Item<Entry>({ entry, draw }: { entry: Entry; draw: (entry: Entry) => ReactNode }) {
  return <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">{draw(entry)}</li>;
}
