import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { PARTNER_SESSIONS_HELD } from '../../../api/contract/limits.ts';
import { listOpenPlans } from '../../../sync/queries/plans.ts';
import type { UnsentDraft } from '../../../sync/queries/unsent-drafts.ts';
import { waitingDraft } from '../../../sync/media/shared-files.ts';
import { afterNextFrame } from '../../components/after-next-frame.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Button } from '../../components/button.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntryBoundary } from '../../components/entry-boundary.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useToday } from '../../dates/use-today.ts';
import { LeadNewcomer } from '../../first-run/lead-newcomer.tsx';
import { UnsentDrafts } from '../../forms/unsent-drafts.tsx';
import { useUnsentDrafts } from '../../forms/use-unsent-drafts.ts';
import { InstallOffer } from '../../install/install-offer.tsx';
import { isForgottenTab } from '../../install/install-prompt.ts';
import { tellFirstCards } from '../../sync/first-cards.ts';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import {
  AddPlanDialog,
  AddSessionDialog,
  CommentsDialog,
  EditPlanDialog,
  EditSessionDialog,
  ShareDialog,
  usePrefetchedDialogs,
} from './lazy-dialogs.ts';
import { FieldLink } from '../../field/field-link.tsx';
import { useResumedField } from '../../field/resume.ts';
import { LogFilters } from './log-filters.tsx';
import { LogFound } from './log-found.tsx';
import { NameOffer } from './name-offer.tsx';
import { SessionList } from './session-list.tsx';
import { forgetAhead, forgetRead, sessionsAhead, subscribeAhead, withAhead } from './sessions-ahead.ts';
import { exercisePath } from '../../sets/exercise-paths.ts';
import { OpenPlans } from '../../plans/open-plans.tsx';
import { PLAN_TEXTS } from '../../plans/texts.ts';
import { ADD_PLAN, PLAN_KEYS } from '../../plans/plan-path.ts';
import { TEXTS } from './texts.ts';
import { type LogFilter, useLogFilter } from './use-log-filter.ts';
import { useSessions } from './use-sessions.ts';

// Lazy: few people have partners with more sessions than a device keeps.
const OlderSessions = lazy(async () => ({ default: (await import('./older-sessions.tsx')).OlderSessions }));

// Lazy: only Safari's tabs need it.
const UnsentInTab = lazy(async () => ({ default: (await import('../../install/unsent-in-tab.tsx')).UnsentInTab }));

const TABS = [
  { name: 'all', label: TEXTS.tabs.all },
  { name: 'mine', label: TEXTS.tabs.mine },
  { name: 'partners', label: TEXTS.tabs.partners },
] as const;

/** The Training Log at `/` (R37). */
export function TrainingLogScreen() {
  const filter = useLogFilter();
  const filtersId = useId();
  const [filtersOpen, setFiltersOpen] = useState(filter.narrowed);
  const adding = useDialogRoute('add-session', ['shared', 'refused', 'again', 'title']);
  const navigate = useNavigate();
  const commenting = useDialogRoute('comments');
  const editing = useDialogRoute('edit-session');
  const sharing = useDialogRoute('share');
  const planning = useDialogRoute(ADD_PLAN, PLAN_KEYS);
  const editingPlan = useDialogRoute('edit-plan');
  const openComments = commenting.open;
  const openEdit = editing.open;
  const openShare = sharing.open;
  const openAdd = adding.open;
  const comment = useCallback((id: string) => openComments({ id }), [openComments]);
  const edit = useCallback((id: string) => openEdit({ id }), [openEdit]);
  const share = useCallback((id: string) => openShare({ id }), [openShare]);
  const logAgain = useCallback((id: string) => openAdd({ again: id }), [openAdd]);
  const openPlan = editingPlan.open;
  const editPlan = useCallback((id: string) => openPlan({ id }), [openPlan]);
  const continueDraft = ({ kind, key, title, rowId, videoId, mediaId }: UnsentDraft) => {
    if (kind === 'profile') void navigate('/profile/edit');
    else if (videoId) void navigate(exercisePath(videoId, kind === 'exercise' ? null : rowId));
    else if (kind === 'plan') planning.open({ draft: rowId });
    else if (kind === 'planChanges') editPlan(rowId);
    else if (kind === 'changes') edit(rowId);
    // A session that is only on the server is not in the log; open its own page.
    else if (kind === 'comment') void (title ? comment(rowId) : navigate(`/video/${rowId}`));
    else adding.open(mediaId && key === waitingDraft(mediaId) ? { shared: mediaId } : {});
  };
  usePrefetchedDialogs();
  useResumedField();

  return (
    <>
      <div className="relative max-md:[&_h1]:pe-24 max-md:*:first:mb-0">
        <PageHead
          title={TEXTS.title}
          quote={TEXTS.quote}
          action={
            <>
              <FieldLink inHead />
              <AddButton label={TEXTS.add} onClick={() => adding.open()} />
            </>
          }
        />
        <IconButton
          icon="search"
          label={TEXTS.filterOpen}
          aria-expanded={filtersOpen}
          aria-controls={filtersId}
          className="absolute! -top-2 -right-2 md:hidden!"
          onClick={() => setFiltersOpen(!filtersOpen)}
        />
      </div>
      <div className="relative">
        <Tabs label={TEXTS.tabsLabel} tabs={TABS} chosen={filter.scope} onChoose={filter.chooseScope} className="mb-1 md:mb-4">
          <LogFilters id={filtersId} filter={filter} open={filtersOpen} />
          {!filter.narrowed &&
            (isForgottenTab() ? (
              <Suspense fallback={<InstallOffer />}>
                <UnsentInTab>
                  <InstallOffer />
                </UnsentInTab>
              </Suspense>
            ) : (
              <InstallOffer />
            ))}
          <Sessions
            filter={filter}
            onAdd={() => adding.open()}
            onContinue={continueDraft}
            onComment={comment}
            onEdit={edit}
            onShare={share}
            onLogAgain={logAgain}
            onPlan={planning.open}
            onEditPlan={editPlan}
          />
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {adding.isOpen && (
          <DialogBoundary onClose={adding.close}>
            <AddSessionDialog
              key={adding.key}
              onClose={adding.close}
              filter={filter}
              suggestedTitle={adding.params.get('title') ?? ''}
              shared={adding.params.get('shared')}
              refused={adding.params.get('refused')}
              againId={adding.params.get('again')}
            />
          </DialogBoundary>
        )}
        {commenting.isOpen && (
          <DialogBoundary onClose={commenting.close}>
            <CommentsDialog key={commenting.key} id={commenting.params.get('id') ?? ''} onClose={commenting.close} />
          </DialogBoundary>
        )}
        {editing.isOpen && (
          <DialogBoundary onClose={editing.close}>
            <EditSessionDialog key={editing.key} id={editing.params.get('id') ?? ''} onClose={editing.close} />
          </DialogBoundary>
        )}
        {planning.isOpen && (
          <DialogBoundary onClose={planning.close}>
            <AddPlanDialog key={planning.key} params={planning.params} onClose={planning.close} />
          </DialogBoundary>
        )}
        {editingPlan.isOpen && (
          <DialogBoundary onClose={editingPlan.close}>
            <EditPlanDialog key={editingPlan.key} id={editingPlan.params.get('id') ?? ''} onClose={editingPlan.close} />
          </DialogBoundary>
        )}
        {sharing.isOpen && (
          <DialogBoundary onClose={sharing.close}>
            <ShareDialog id={sharing.params.get('id') ?? ''} onClose={sharing.close} />
          </DialogBoundary>
        )}
      </Suspense>
    </>
  );
}

interface SessionsProps {
  filter: LogFilter;
  onAdd: () => void;
  onContinue: (draft: UnsentDraft) => void;
  onComment: (id: string) => void;
  onEdit: (id: string) => void;
  onShare: (id: string) => void;
  onLogAgain: (id: string) => void;
  onPlan: () => void;
  onEditPlan: (id: string) => void;
}

function Sessions({ filter, onAdd, onContinue, onComment, onEdit, onShare, onLogAgain, onPlan, onEditPlan }: SessionsProps) {
  const { read: onDevice, name, place, pages } = useSessions(filter);
  const ahead = useSyncExternalStore(subscribeAhead, sessionsAhead);
  const { scope, dogId, from, to, search } = filter;
  const read = useMemo(
    () => onDevice && withAhead(onDevice, ahead, { scope, dogId, from, to, search }),
    [onDevice, ahead, scope, dogId, from, to, search],
  );
  useEffect(() => {
    if (onDevice && read) forgetRead(read, onDevice);
  }, [ahead, onDevice, read]);
  useEffect(() => forgetAhead, []);
  const store = useStore();
  const today = useToday();
  const plans = useLive(() => listOpenPlans(store, today), [store, today]);
  const isRead = read !== null && plans !== undefined;
  useEffect(() => (isRead ? afterNextFrame(tellFirstCards) : undefined), [isRead]);
  const drafts = useUnsentDrafts('videos');
  const hasPlans = plans && plans.now.length + plans.later.length > 0;
  const list = () => {
    // Plans appear above the sessions, which must not move once they show.
    if (!read || !plans) return <Skeleton text={TEXTS.loading} />;
    if (read.cards.length === 0) return <Empty {...{ filter, onAdd, onPlan }} />;
    return (
      <>
        {!filter.narrowed && <NameOffer />}
        <SessionList key={name} {...{ read, search, today, name, place, pages, onComment, onEdit, onShare, onLogAgain }} />
      </>
    );
  };
  return (
    <>
      <UnsentDrafts drafts={drafts} what="session" onContinue={onContinue} />
      {hasPlans && !filter.narrowed && scope !== 'partners' && <OpenPlans {...{ plans, today }} onEdit={onEditPlan} />}
      {!filter.narrowed && scope !== 'partners' && plans && read && read.cards.length > 0 && (
        <PlanButton className="-ms-3 mb-3" onPlan={onPlan} />
      )}
      <LogFound filter={filter} />
      {list()}
      {scope === 'partners' && !filter.narrowed && read?.complete && read.cards.length >= PARTNER_SESSIONS_HELD && (
        <Suspense fallback={null}>
          <EntryBoundary what="list">
            <OlderSessions />
          </EntryBoundary>
        </Suspense>
      )}
    </>
  );
}

function PlanButton({ onPlan, className }: Pick<SessionsProps, 'onPlan'> & { className?: string }) {
  return (
    <Button tone="quiet" icon="calendar" className={className} onClick={() => onPlan()}>
      {PLAN_TEXTS.plan}
    </Button>
  );
}

function Empty({ filter, onAdd, onPlan }: Pick<SessionsProps, 'filter' | 'onAdd' | 'onPlan'>) {
  const { all, partners, nothingFound } = TEXTS.empty;
  if (filter.narrowed) {
    return <EmptyState icon="search" {...nothingFound} action={<Button onClick={filter.clear}>{nothingFound.action}</Button>} />;
  }
  return (
    <KnownEmpty loading={TEXTS.loading}>
      {filter.scope === 'partners' ? (
        <>
          <NameOffer />
          <EmptyState {...partners} />
        </>
      ) : (
        <LeadNewcomer>
          <NameOffer />
          <EmptyState {...all} add={{ label: TEXTS.add, onClick: onAdd }} action={<PlanButton onPlan={onPlan} />} />
        </LeadNewcomer>
      )}
    </KnownEmpty>
  );
}
