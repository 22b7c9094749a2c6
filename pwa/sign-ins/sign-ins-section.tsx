import type { SignIn } from '../../api/contract/online-calls.ts';
import { ActButton } from '../components/act-button.tsx';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import { momentWords } from '../dates/moment-words.ts';
import { Freshness } from '../online/freshness.tsx';
import { useOnlineAccount } from '../sync/online-account.ts';
import { TEXTS } from './texts.ts';
import { useSignIns } from './use-sign-ins.ts';

/**
 * 'Where you are signed in' (R166): device, browser and last use of each sign-in, with a button to end it.
 * @param stays says what remains on a device that is signed out
 */
export function SignInsSection({ stays }: { stays: string }) {
  const { list, endOne, endOthers } = useSignIns();
  const { rows, failure, refresh } = list;
  const stale = failure !== null;
  return (
    <section aria-labelledby="sign-ins" className="max-w-[640px]">
      <h2 id="sign-ins" tabIndex={-1}>
        {TEXTS.signIns}
      </h2>
      {!rows && !failure && (
        <p role="status" className="py-6 text-ink-2">
          {TEXTS.loading}
        </p>
      )}
      {!rows && failure && (
        <EmptyState
          icon={failure === 'refused' ? 'alert' : 'offline'}
          {...TEXTS[failure === 'refused' ? 'unread' : 'offline']}
          action={
            <Button icon="retry" onClick={refresh}>
              {TEXTS.refresh}
            </Button>
          }
        />
      )}
      {rows && (
        <>
          <Freshness list={list} onRefresh={refresh} />
          <ul className="divide-y divide-line border-y border-line">
            {rows.map((signIn) => (
              <ItemBoundary key={signIn.id} what="sign-in" id={signIn.id} resetKey={signIn}>
                <Entry signIn={signIn} stale={stale} onEnd={() => endOne(signIn)} />
              </ItemBoundary>
            ))}
          </ul>
          <p className="pt-3 text-15 text-ink-3">{stays}</p>
          {rows.length > 2 && (
            <div className="pt-1">
              <ActButton className="-ms-3" tone="quiet" label={TEXTS.everywhereElse} doing={TEXTS.signingOut} stale={stale} act={endOthers}>
                {TEXTS.everywhereElse}
              </ActButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface EntryProps {
  signIn: SignIn;
  stale: boolean;
  onEnd: () => Promise<boolean>;
}

function Entry({ signIn, stale, onEnd }: EntryProps) {
  const now = useOnlineAccount().ports.now();
  const device = TEXTS.device(signIn);
  const used = signIn.current ? TEXTS.now : momentWords(Date.parse(signIn.lastUsedAt), now);
  const about = `${signIn.browser ?? TEXTS.unknownBrowser} · ${used}`;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Icon name={signIn.device === 'computer' ? 'computer' : 'phoneSaved'} className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-[1_1_160px] leading-[1.3]">
        <b className="block font-semi">{device}</b>
        <span className="block text-15 text-ink-3">{about}</span>
      </span>
      {!signIn.current && (
        <ActButton
          className="ms-auto"
          tone="plain"
          label={TEXTS.signOutOf(device, about)}
          doing={TEXTS.signingOut}
          stale={stale}
          act={onEnd}
        >
          {TEXTS.signOut}
        </ActButton>
      )}
    </li>
  );
}
