import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { listCues } from '../../../sync/queries/cues.ts';
import { AddButton } from '../../components/add-button.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useDetailsRoute } from '../../components/use-details-route.ts';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useTabRoute } from '../../components/use-tab-route.ts';
import { UnsentDrafts } from '../../forms/unsent-drafts.tsx';
import { useUnsentDrafts } from '../../forms/use-unsent-drafts.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { CommunityTab } from './community-tab.tsx';
import { CueDialog } from './cue-dialog.tsx';
import { isNarrowed } from './cue-filter.ts';
import { CreateCueDialog, EditCueDialog, usePrefetchedDialogs } from './lazy-dialogs.ts';
import { MyCuesTab } from './my-cues-tab.tsx';
import { TEXTS } from './texts.ts';
import { useCueFilter } from './use-cue-filter.ts';
import { useCreators } from './use-creators.ts';

const TABS = [
  { name: 'community', label: TEXTS.tabs.community },
  { name: 'mine', label: TEXTS.tabs.mine },
] as const;

/** Cues at `/cues` (R56). */
export function CuesScreen() {
  usePrefetchedDialogs();
  const store = useStore();
  const [tab, chooseTab] = useTabRoute(['community', 'mine']);
  const drafts = useUnsentDrafts('cues');
  const cards = useLive(() => listCues(store), [store]);
  const own = useMemo(() => (cards ?? []).map(({ cue }) => cue), [cards]);
  const creators = useCreators();
  const creating = useDialogRoute('create-cue', ['id', 'from']);
  const reading = useDetailsRoute('cue');
  const editing = useDialogRoute('edit-cue');
  const editedId = editing.params.get('id') ?? '';
  const openEdit = editing.open;
  const edit = useCallback((id: string) => openEdit({ id }), [openEdit]);
  const { shown: filter } = useCueFilter();
  const navigate = useNavigate();
  // New cues appear under My Cues, so saving leads there from Community. Cancelling returns to Community.
  const create = () => creating.open({ tab: 'mine', ...(tab === 'community' && { from: tab }) });
  const created = () => {
    if (creating.params.has('from')) void navigate('?tab=mine', { replace: true });
    else {
      creating.close();
      // The current filter may hide the new cue.
      if (isNarrowed(filter))
        showToast({ description: TEXTS.saved, action: { label: TEXTS.showSaved, run: () => void navigate('?tab=mine') } });
    }
  };
  return (
    <>
      <PageHead title={TEXTS.title} action={<AddButton label={TEXTS.create} onClick={create} />} />
      <Tabs label={TEXTS.tabsLabel} tabs={TABS} chosen={tab} onChoose={chooseTab}>
        <UnsentDrafts drafts={drafts} what="cue" onContinue={({ rowId }) => (rowId ? edit(rowId) : create())} />
        {tab === 'community' ? (
          <CommunityTab own={own} onRead={reading.open} />
        ) : (
          <MyCuesTab cards={cards} creators={creators} onCreate={create} onRead={reading.open} onEdit={edit} />
        )}
      </Tabs>
      {creating.isOpen && (
        <DialogBoundary onClose={creating.close}>
          <CreateCueDialog key={creating.key} onClose={creating.close} onSaved={created} />
        </DialogBoundary>
      )}
      {reading.isOpen && (
        <DialogBoundary onClose={reading.close}>
          <CueDialog id={reading.id} own={cards} creators={creators} onClose={reading.close} onEdit={edit} />
        </DialogBoundary>
      )}
      {editing.isOpen && (
        <DialogBoundary onClose={editing.close}>
          <EditCueDialog key={editing.key} id={editedId} onDeleted={() => reading.onDeleted(editedId)} onClose={editing.close} />
        </DialogBoundary>
      )}
    </>
  );
}
