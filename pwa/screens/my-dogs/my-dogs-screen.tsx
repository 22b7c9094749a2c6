import { useEffect, useState } from 'react';
import { countDogFigures, listDogs } from '../../../sync/queries/dogs.ts';
import type { UnsentDraft } from '../../../sync/queries/unsent-drafts.ts';
import { AddButton } from '../../components/add-button.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { CardBoundary } from '../../components/entry-boundary.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { UnsentDrafts } from '../../forms/unsent-drafts.tsx';
import { useUnsentDrafts } from '../../forms/use-unsent-drafts.ts';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { AddDogDialog } from './add-dog-dialog.tsx';
import { DogCardButton } from './dog-card-button.tsx';
import { DogProfileDialog } from './dog-profile-dialog.tsx';
import { EditDogDialog } from './edit-dog-dialog.tsx';
import { TEXTS } from './texts.ts';

/** My Dogs at `/my-dogs` (R49). */
export function MyDogsScreen() {
  const store = useStore();
  const drafts = useUnsentDrafts('dogs');
  const dogs = useLive(() => listDogs(store), [store]);
  const isListed = dogs !== undefined;
  const figures = useLive(async () => (isListed ? countDogFigures(store) : undefined), [store, isListed]);
  const adding = useDialogRoute('add-dog');
  const profile = useDialogRoute('dog');
  const editing = useDialogRoute('edit-dog');
  const profileId = profile.params.get('id') ?? '';
  // Deleting the dog also closes the profile under the edit dialog.
  const [deletedId, setDeletedId] = useState('');
  const isOfDeleted = profile.isOpen && profileId === deletedId;
  const closeProfile = profile.close;
  useEffect(() => {
    if (isOfDeleted) closeProfile();
  }, [isOfDeleted, closeProfile]);
  const open = (id: string) => {
    // The deleted dog may have been restored.
    setDeletedId('');
    profile.open({ id });
  };
  const continueDraft = ({ kind, rowId }: UnsentDraft) => {
    if (kind === 'new') adding.open();
    else if (kind === 'notes') open(rowId);
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
            <li key={card.dog.id} className="grid">
              <CardBoundary what="dog" id={card.dog.id} resetKey={card}>
                <DogCardButton card={card} figures={figures?.get(card.dog.id)} onOpen={() => open(card.dog.id)} />
              </CardBoundary>
            </li>
          ))}
        </ul>
      )}
      {adding.isOpen && (
        <DialogBoundary onClose={adding.close}>
          <AddDogDialog onClose={adding.close} />
        </DialogBoundary>
      )}
      {profile.isOpen && !isOfDeleted && (
        <DialogBoundary onClose={profile.close}>
          <DogProfileDialog id={profileId} onClose={profile.close} onEdit={(id) => editing.open({ id })} />
        </DialogBoundary>
      )}
      {editing.isOpen && (
        <DialogBoundary onClose={editing.close}>
          <EditDogDialog id={profileId} onDeleted={() => setDeletedId(profileId)} onClose={editing.close} />
        </DialogBoundary>
      )}
    </>
  );
}
