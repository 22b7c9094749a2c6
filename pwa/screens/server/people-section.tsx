import type { Account } from '../../../api/contract/server-page.ts';
import { Button } from '../../components/button.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { formatBytes, formatShortDate } from '../../dates/format-date.ts';
import type { OnlineList, OnlineListState } from '../../online/online-list.ts';
import { TEXTS } from './texts.ts';

export interface PeopleSectionProps {
  list: Pick<OnlineListState<Account>, 'rows' | 'next' | 'reading' | 'readHere' | 'failure'> & Pick<OnlineList<Account>, 'readOn'>;
  total: number;
}

/** Accounts by last use, with the space that each takes. */
export function PeopleSection({ list: { rows, next, reading, readHere, failure, readOn }, total }: PeopleSectionProps) {
  return (
    <section className="min-w-0">
      <h2 className="pb-2">
        {TEXTS.accounts} <span className="ms-1 font-regular text-ink-3">({total.toLocaleString()})</span>
      </h2>
      {(!rows || failure) && (
        <p role="status" className="border-t border-line py-3 text-ink-2">
          {failure ? TEXTS.peopleUnread : TEXTS.loading}
        </p>
      )}
      {rows && (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((account) => (
            <ItemBoundary key={account.id} what="person" id={account.id} resetKey={account}>
              <Person account={account} />
            </ItemBoundary>
          ))}
        </ul>
      )}
      {next !== null && readHere && (
        <Button className="mt-3" tone="quiet" icon="down" pending={reading && TEXTS.loading} onClick={readOn}>
          {TEXTS.more}
        </Button>
      )}
    </section>
  );
}

function Person({ account: { firstName, lastName, email, lastUsedAt, bytes } }: { account: Account }) {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2.5 leading-[1.35]">
      <span className="min-w-0 flex-[1_1_160px] [overflow-wrap:anywhere]">
        <b className="block font-semi">
          <bdi>{name || TEXTS.noName}</bdi>
        </b>
        {email && <span className="block text-15 text-ink-2">{email}</span>}
      </span>
      <span className="ms-auto text-end">
        <b className="block font-semi">{formatBytes(bytes)}</b>
        <span className="block text-15 text-ink-2">
          {lastUsedAt === null ? TEXTS.notSeen : TEXTS.lastUsed(formatShortDate(lastUsedAt))}
        </span>
      </span>
    </li>
  );
}
