import { type ReactNode, Suspense, useRef } from 'react';
import { Link } from 'react-router-dom';
import { listPartnerships } from '../../../sync/queries/partnerships.ts';
import { countWaitingJoins } from '../../../sync/queries/waiting-joins.ts';
import { useIsMinor } from '../../age/use-is-minor.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { lazyWithPreload } from '../../components/lazy-component.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { JOIN_PATH } from '../../partner-links/join-path.ts';
import { LINK_TEXTS } from '../../partner-links/texts.ts';
import { partnerName } from '../../people/person-name.ts';
import { RequestLine } from '../../people/request-line.tsx';
import { usePartnershipActions } from '../../people/use-partnership-actions.ts';
import { PushOffer } from '../../push/push-offer.tsx';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PartnerLine } from './partner-line.tsx';
import { ProfileLink } from './profile-link.tsx';
import { SentLine } from './sent-line.tsx';
import { TEXTS } from './texts.ts';

// Loaded on demand: it draws QR codes.
const TrainWithMeDialog = lazyWithPreload(async () => (await import('../../partner-links/train-with-me-dialog.tsx')).TrainWithMeDialog);

/** Training Partners at `/friends` (R66). */
export function PartnersScreen() {
  const store = useStore();
  const lists = useLive(() => listPartnerships(store), [store]);
  const actions = usePartnershipActions();
  const waiting = useLive(() => countWaitingJoins(store), [store]) ?? 0;
  const inviting = useDialogRoute('invite', []);
  const showing = useDialogRoute('train-with-me', []);
  // Under 18, partners come by link only.
  const adding = useIsMinor() ? showing : inviting;
  const region = useRef<HTMLDivElement>(null);
  // The line disappears with its focused button; move the focus to a heading.
  const keepFocus = () => region.current?.querySelector('h2')?.focus();

  const none = (
    <KnownEmpty loading={TEXTS.loading}>
      <EmptyState {...TEXTS.empty} level={3} add={{ label: TEXTS.invite, onClick: () => adding.open() }} />
    </KnownEmpty>
  );
  const shown = () => {
    if (!lists) return <Skeleton text={TEXTS.loading} />;
    const { incoming, sent, partner } = lists;
    const asked = incoming.length + sent.length > 0;
    return (
      <div ref={region} className="grid gap-10 md:grid-cols-2 md:gap-12">
        {asked && (
          <div className="grid content-start gap-10">
            {incoming.length > 0 && (
              <List title={TEXTS.incoming} count={incoming.length} badge>
                {incoming.map(({ friendship, partnerUserId }) => (
                  <ItemBoundary key={friendship.id} what="request" id={friendship.id} resetKey={friendship}>
                    <RequestLine
                      request={friendship}
                      actions={actions}
                      onAnswered={keepFocus}
                      name={<ProfileLink userId={partnerUserId}>{partnerName(friendship)}</ProfileLink>}
                    />
                  </ItemBoundary>
                ))}
              </List>
            )}
            {sent.length > 0 && (
              <List title={TEXTS.sent} count={sent.length}>
                {sent.map((card) => (
                  <ItemBoundary key={card.friendship.id} what="request" id={card.friendship.id} resetKey={card}>
                    <SentLine
                      card={card}
                      onWithdraw={(id) => {
                        void actions.withdraw(id);
                        keepFocus();
                      }}
                    />
                  </ItemBoundary>
                ))}
              </List>
            )}
          </div>
        )}
        <List title={TEXTS.partners} count={partner.length} none={none} className={asked ? undefined : 'md:col-span-2'}>
          {partner.map((card) => (
            <ItemBoundary key={card.friendship.id} what="partner" id={card.friendship.id} resetKey={card}>
              <PartnerLine
                card={card}
                onRemove={(id) => {
                  void actions.remove(id);
                  keepFocus();
                }}
              />
            </ItemBoundary>
          ))}
        </List>
      </div>
    );
  };

  return (
    <>
      <PageHead title={TEXTS.title} action={<AddButton label={TEXTS.invite} onClick={() => adding.open()} />} />
      <div className="mb-6 flex flex-wrap items-center gap-2">
        <Button icon="qr" onClick={() => showing.open()}>
          {LINK_TEXTS.open}
        </Button>
        <Link to={JOIN_PATH} className={buttonStyle('quiet')}>
          {LINK_TEXTS.joining.byLink}
        </Link>
      </div>
      {waiting > 0 && (
        <p role="status" className="mb-6 text-15 text-ink-2">
          {LINK_TEXTS.waiting(waiting)}
        </p>
      )}
      {lists && lists.partner.length > 0 && <PushOffer />}
      {shown()}
      <Suspense fallback={null}>
        {showing.isOpen && (
          <DialogBoundary onClose={showing.close}>
            <TrainWithMeDialog onClose={showing.close} />
          </DialogBoundary>
        )}
      </Suspense>
      {inviting.isOpen && (
        <DialogBoundary onClose={inviting.close}>
          <InviteDialog onClose={inviting.close} />
        </DialogBoundary>
      )}
    </>
  );
}

const BADGE =
  'ms-1 inline-grid h-6 min-w-6 place-items-center rounded-full bg-primary px-1.5 text-15 leading-none font-bold text-on-primary';

interface ListProps {
  title: string;
  count: number;
  /** The count needs attention: show it as a badge. */
  badge?: boolean;
  /** Shown when the list is empty. */
  none?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

function List({ title, count, badge = false, none, className, children }: ListProps) {
  return (
    <section className={className}>
      {/* Same height with and without a badge, to align lists side by side. */}
      <h2 tabIndex={-1} className="min-h-9 pb-2">
        {title} <span className={badge ? BADGE : 'ms-1 font-regular text-ink-3'}>{count}</span>
      </h2>
      {count > 0 ? <ul className="divide-y divide-line border-t border-line">{children}</ul> : none}
    </section>
  );
}
