import { Navigate } from 'react-router-dom';
import type { BetaAdminAnswer } from '../../../api/contract/online-calls.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { Freshness } from '../../online/freshness.tsx';
import { NOT_AUTHORIZED_PATH } from '../../session/not-authorized-path.ts';
import { ActButton } from './act-button.tsx';
import { AddressList } from './address-list.tsx';
import { TEXTS } from './texts.ts';
import { useBetaAccess } from './use-beta-access.ts';

/** Beta Access Admin at `/admin` (specification, section 2). */
export function AdminScreen() {
  const { list, grant, remove } = useBetaAccess();
  // Refused is not offline: whoever is no admin goes where the specification says (sections 2 and 6).
  if (list.failure === 'refused') return <Navigate to={NOT_AUTHORIZED_PATH} replace />;
  const [answer] = list.rows ?? [];
  // What is kept from another visit shows only once it is certain that the server says nothing at all.
  const checking = !list.readHere && list.failure === null;
  return (
    <>
      <PageHead title={TEXTS.title} />
      {checking && <p role="status" className="py-8 text-ink-2">{TEXTS.checking}</p>}
      {!checking && !answer && (
        <EmptyState
          icon="offline"
          {...TEXTS.offline}
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
          <Lists answer={answer} stale={list.failure !== null} grant={grant} remove={remove} />
        </>
      )}
    </>
  );
}

interface ListsProps {
  answer: BetaAdminAnswer;
  stale: boolean;
  grant: (email: string) => Promise<boolean>;
  remove: (email: string) => Promise<boolean>;
}

function Lists({ answer, stale, grant, remove }: ListsProps) {
  return (
    <div className="mt-2 grid gap-10 md:grid-cols-2 md:gap-12">
      <AddressList title={TEXTS.testers} none={TEXTS.noTesters} entries={answer.betaAccess}>
        {({ email }) => (
          <>
            <span className="min-w-0 flex-[1_1_160px] [overflow-wrap:anywhere]">{email}</span>
            <ActButton tone="danger" label={TEXTS.removeOf(email)} doing={TEXTS.removing} stale={stale} act={() => remove(email)}>
              {TEXTS.remove}
            </ActButton>
          </>
        )}
      </AddressList>
      <AddressList title={TEXTS.waitlist} none={TEXTS.noWaiting} entries={answer.waitlist}>
        {({ email, createdAt }) => (
          <>
            <span className="min-w-0 flex-[1_1_160px] leading-[1.3] [overflow-wrap:anywhere]">
              <b className="block font-semi">{email}</b>
              <span className="block text-15 text-ink-3">{TEXTS.joined(formatShortDate(createdAt))}</span>
            </span>
            <ActButton tone="plain" label={TEXTS.grantOf(email)} doing={TEXTS.granting} stale={stale} act={() => grant(email)}>
              {TEXTS.grant}
            </ActButton>
          </>
        )}
      </AddressList>
    </div>
  );
}
