import { listPrograms } from '../../../sync/queries/programs.ts';
import { AddButton } from '../../components/add-button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { UnsentDrafts } from '../../forms/unsent-drafts.tsx';
import { useUnsentDrafts } from '../../forms/use-unsent-drafts.ts';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { CreateProgramDialog } from './create-program-dialog.tsx';
import { EditProgramDialog } from './edit-program-dialog.tsx';
import { ProgramCard } from './program-card.tsx';
import { TEXTS } from './texts.ts';

/** Programs at `/programs` (R64). */
export function ProgramsScreen() {
  const store = useStore();
  const drafts = useUnsentDrafts('programs');
  const cards = useLive(() => listPrograms(store), [store]);
  const creating = useDialogRoute('create-program');
  const editing = useDialogRoute('edit-program');
  return (
    <>
      <PageHead title={TEXTS.title} action={<AddButton label={TEXTS.create} onClick={() => creating.open()} />} />
      <UnsentDrafts drafts={drafts} what="program" onContinue={({ rowId }) => (rowId ? editing.open({ id: rowId }) : creating.open())} />
      {!cards && <Skeleton text={TEXTS.loading} />}
      {cards?.length === 0 && (
        <KnownEmpty loading={TEXTS.loading}>
          <EmptyState {...TEXTS.empty} add={{ label: TEXTS.create, onClick: () => creating.open() }} />
        </KnownEmpty>
      )}
      {cards && cards.length > 0 && (
        <CardGrid label={TEXTS.list} cards={cards} keyOf={({ program }) => program.id} what="program">
          {(card) => <ProgramCard card={card} onEdit={(id) => editing.open({ id })} />}
        </CardGrid>
      )}
      {creating.isOpen && (
        <DialogBoundary onClose={creating.close}>
          <CreateProgramDialog key={creating.key} onClose={creating.close} />
        </DialogBoundary>
      )}
      {editing.isOpen && (
        <DialogBoundary onClose={editing.close}>
          <EditProgramDialog key={editing.key} id={editing.params.get('id') ?? ''} onClose={editing.close} />
        </DialogBoundary>
      )}
    </>
  );
}
