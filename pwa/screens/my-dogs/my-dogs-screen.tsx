import { countDogFigures, listDogs } from '../../../sync/queries/dogs.ts';
import type { UnsentDraft } from '../../../sync/queries/unsent-drafts.ts';
import { AddButton } from '../../components/add-button.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { CardBoundary } from '../../components/entry-boundary.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDetailsRoute } from '../../components/use-details-route.ts';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { UnsentDrafts } from '../../forms/unsent-drafts.tsx';
import { useUnsentDrafts } from '../../forms/use-unsent-drafts.ts';
import { OtherTrials } from '../../trials/other-trials.tsx';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { DogCardButton } from './dog-card-button.tsx';
import {
  AddDogDialog,
  AddTrialDialog,
  DogProfileDialog,
  EditDogDialog,
  EditTrialDialog,
  ExerciseDialog,
  usePrefetchedDialogs,
} from './lazy-dialogs.ts';
import { TEXTS } from './texts.ts';

/** My Dogs at `/my-dogs` (R49). */
export function MyDogsScreen() {
  const store = useStore();
  const drafts = useUnsentDrafts('dogs');
  const dogs = useLive(() => listDogs(store), [store]);
  const isListed = dogs !== undefined;
  const figures = useLive(async () => (isListed ? countDogFigures(store) : undefined), [store, isListed]);
  const adding = useDialogRoute('add-dog');
  const profile = useDetailsRoute('dog');
  const editing = useDialogRoute('edit-dog');
  const exercising = useDialogRoute('exercise', ['id', 'exercise']);
  const addingTrial = useDialogRoute('add-trial');
  const editingTrial = useDialogRoute('edit-trial');
  const openProfile = profile.open;
  usePrefetchedDialogs();
  const continueDraft = ({ kind, rowId }: UnsentDraft) => {
    if (kind === 'new') adding.open();
    else if (kind === 'notes') profile.open(rowId);
    else if (kind === 'trial') addingTrial.open({ id: rowId });
    else if (kind === 'trialChanges') editingTrial.open({ id: rowId });
    else editing.open({ id: rowId });
  };
  return (
    <>
      <PageHead title={TEXTS.title} action={<AddButton label={TEXTS.add} onClick={() => adding.open()} />} />
      <UnsentDrafts drafts={drafts} what="dog" onContinue={continueDraft} />
      {!dogs && <Skeleton text={TEXTS.loading} />}
      {dogs?.length === 0 && (
        <KnownEmpty loading={TEXTS.loading}>
          <EmptyState {...TEXTS.empty} add={{ label: TEXTS.add, onClick: () => adding.open() }} />
        </KnownEmpty>
      )}
      {dogs && dogs.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,304px),1fr))] gap-4">
          {dogs.map((card) => (
            <li key={card.dog.id} className="grid min-w-0">
              <CardBoundary what="dog" id={card.dog.id} resetKey={card}>
                <DogCardButton card={card} figures={figures?.get(card.dog.id)} onOpen={openProfile} />
              </CardBoundary>
            </li>
          ))}
        </ul>
      )}
      <OtherTrials onEdit={(id) => editingTrial.open({ id })} />
      {adding.isOpen && (
        <DialogBoundary onClose={adding.close}>
          <AddDogDialog key={adding.key} onClose={adding.close} />
        </DialogBoundary>
      )}
      {profile.isOpen && (
        <DialogBoundary onClose={profile.close}>
          <DogProfileDialog
            id={profile.id}
            onClose={profile.close}
            onEdit={(id) => editing.open({ id })}
            onExercise={(exercise) => exercising.open({ id: profile.id, exercise })}
            onAddTrial={(id) => addingTrial.open({ id })}
            onEditTrial={(id) => editingTrial.open({ id })}
          />
        </DialogBoundary>
      )}
      {exercising.isOpen && (
        <DialogBoundary onClose={exercising.close}>
          <ExerciseDialog
            dogId={exercising.params.get('id') ?? ''}
            exerciseKey={exercising.params.get('exercise') ?? ''}
            onClose={exercising.close}
          />
        </DialogBoundary>
      )}
      {addingTrial.isOpen && (
        <DialogBoundary onClose={addingTrial.close}>
          <AddTrialDialog key={addingTrial.key} dogId={addingTrial.params.get('id') ?? ''} onClose={addingTrial.close} />
        </DialogBoundary>
      )}
      {editingTrial.isOpen && (
        <DialogBoundary onClose={editingTrial.close}>
          <EditTrialDialog key={editingTrial.key} id={editingTrial.params.get('id') ?? ''} onClose={editingTrial.close} />
        </DialogBoundary>
      )}
      {editing.isOpen && (
        <DialogBoundary onClose={editing.close}>
          <EditDogDialog key={editing.key} id={profile.id} onDeleted={() => profile.onDeleted(profile.id)} onClose={editing.close} />
        </DialogBoundary>
      )}
    </>
  );
}
