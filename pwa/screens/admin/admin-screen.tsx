import { useMemo } from 'react';
import { Navigate } from 'react-router-dom';
import { SEARCH_MAX } from '../../../api/contract/limits.ts';
import type { BetaAdminAnswer } from '../../../api/contract/online-calls.ts';
import { foldEmail } from '../../../api/contract/text.ts';
import { ActButton } from '../../components/act-button.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { Freshness } from '../../online/freshness.tsx';
import { NOT_AUTHORIZED_PATH } from '../../sign-in/not-authorized-path.ts';
import { AddressList, type AddressSearch } from './address-list.tsx';
import { GrantForm } from './grant-form.tsx';
import { TEXTS } from './texts.ts';
import { useAddressSearch } from './use-address-search.ts';
import { useBetaAccess } from './use-beta-access.ts';

/** Show the search box from this many addresses on. */
const LONG = 12;

/** Beta Access Admin at `/admin` (R108). */
export function AdminScreen() {
  const { shown, asked, change } = useAddressSearch();
  const access = useBetaAccess(asked.search);
  const { list } = access;
  // Redirect non-admins (R109), but never because of a server error.
  if (list.status === 401 || list.status === 403) return <Navigate to={NOT_AUTHORIZED_PATH} replace />;
  const [answer] = list.rows ?? [];
  // Rows stored by an earlier visit appear only once the server has proved unreachable or failing.
  const checking = !list.readHere && list.failure === null;
  return (
    <>
      <PageHead title={TEXTS.title} />
      {checking && (
        <p role="status" className="py-8 text-ink-2">
          {TEXTS.checking}
        </p>
      )}
      {!checking && !answer && (
        <EmptyState
          icon={list.failure === 'refused' ? 'alert' : 'offline'}
          {...TEXTS[list.failure === 'refused' ? 'unread' : 'offline']}
          action={
            <Button icon="retry" onClick={list.refresh}>
              {TEXTS.refresh}
            </Button>
          }
        />
      )}
      {!checking && answer && (
        <>
          <Freshness list={list} onRefresh={list.refresh} />
          <div className="mt-2 grid items-end gap-4 md:grid-cols-2 md:gap-12">
            <GrantForm grant={access.grant} />
            {countsOf(answer).reduce((sum, count) => sum + count) >= LONG && (
              <SearchBox label={TEXTS.search} maxLength={SEARCH_MAX} value={shown.search} onType={(search) => change({ search })} />
            )}
          </div>
          <Lists answer={answer} words={foldEmail(shown.search.trim())} resting={shown.search === asked.search} {...access} />
        </>
      )}
    </>
  );
}

/** Total counts of testers and waitlist. */
const countsOf = ({ waitlist, betaAccess, waitlistCount = waitlist.length, betaAccessCount = betaAccess.length }: BetaAdminAnswer) =>
  [betaAccessCount, waitlistCount] as const;

function searchState(whole: boolean, resting: boolean, asked: ListsProps['asked']): AddressSearch {
  if (whole) return 'everywhere';
  if (!resting || asked === 'asking') return 'asking';
  return asked === 'failed' ? 'here' : 'everywhere';
}

interface ListsProps extends ReturnType<typeof useBetaAccess> {
  /** The lists without a search. */
  answer: BetaAdminAnswer;
  /** The search text, folded like addresses. */
  words: string;
  /** Whether the server has been asked for the current search text. */
  resting: boolean;
}

function Lists({ answer, words, resting, list, found, whole, asked, grant, remove }: ListsProps) {
  const stale = list.failure !== null;
  const [testerCount, waitingCount] = countsOf(answer);
  // Until the server answers the search, filter the loaded addresses.
  const { betaAccess, waitlist } = found ?? answer;
  const [testers, waiting] = useMemo(
    () => [betaAccess.filter(({ email }) => email.includes(words)), waitlist.filter(({ email }) => email.includes(words))] as const,
    [betaAccess, waitlist, words],
  );
  const search = words === '' ? null : searchState(whole, resting, asked);
  return (
    <div className="mt-6 grid gap-10 md:grid-cols-2 md:gap-12">
      <AddressList title={TEXTS.testers} count={testerCount} none={TEXTS.noTesters} entries={testers} search={search}>
        {({ email }) => (
          <>
            <span className="min-w-0 flex-[1_1_160px] [overflow-wrap:anywhere]">{email}</span>
            <ActButton
              className="ms-auto"
              tone="danger"
              label={TEXTS.removeOf(email)}
              doing={TEXTS.removing}
              stale={stale}
              act={() => remove(email)}
            >
              {TEXTS.remove}
            </ActButton>
          </>
        )}
      </AddressList>
      <AddressList title={TEXTS.waitlist} count={waitingCount} none={TEXTS.noWaiting} entries={waiting} search={search}>
        {({ email, createdAt }) => (
          <>
            <span className="min-w-0 flex-[1_1_160px] leading-[1.3] [overflow-wrap:anywhere]">
              <b className="block font-semi">{email}</b>
              <span className="block text-15 text-ink-3">{TEXTS.joined(formatShortDate(createdAt))}</span>
            </span>
            <ActButton
              className="ms-auto"
              tone="plain"
              label={TEXTS.grantOf(email)}
              doing={TEXTS.granting}
              stale={stale}
              act={() => grant(email)}
            >
              {TEXTS.grant}
            </ActButton>
          </>
        )}
      </AddressList>
    </div>
  );
}
