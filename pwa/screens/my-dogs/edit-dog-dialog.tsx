import { useState } from 'react';
import { readDraft } from '../../../sync/drafts.ts';
import { type DogCard, getDog } from '../../../sync/queries/dogs.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { changedFields } from '../../forms/draft-values.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { type DogForm, formOf, patchOf } from './dog-form.ts';
import { DogFormDialog } from './dog-form-dialog.tsx';
import { TEXTS } from './texts.ts';
import { useDeleteDog } from './use-delete-dog.ts';

const draftKey = (id: string) => `dogs.update:${id}`;

/** The Edit Dog Profile dialog, and the way to delete the dog. */
export function EditDogDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const found = useLive(async () => {
    const [card, draft] = await Promise.all([getDog(store, id), readDraft(store, draftKey(id))]);
    return { card, draft };
  }, [store, id]);
  const [round, setRound] = useState(0);
  if (found === undefined) return null;
  if (!found.card) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.editDialog.title}>
        <p>{TEXTS.gone}</p>
      </Dialog>
    );
  }
  return (
    <EditDog
      key={`${id} ${round}`}
      card={found.card}
      draft={round === 0 ? found.draft : null}
      onClose={onClose}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

interface EditDogProps {
  card: DogCard;
  draft: Awaited<ReturnType<typeof readDraft>>;
  onClose: () => void;
  onDiscarded: () => void;
}

function EditDog({ card, draft, onClose, onDiscarded }: EditDogProps) {
  const mutate = useMutate();
  const deleteDog = useDeleteDog();
  const [asking, setAsking] = useState(false);
  // As it was when the dialog opened: what arrives meanwhile from another device must not move under the fingers.
  const [before] = useState(card);
  const { dog } = before;
  const [blank] = useState<DogForm>(() => formOf(dog));

  const save = (values: DogForm, { mediaId, removed }: { mediaId: string | null; removed: boolean }) =>
    mutate('dogs.update', {
      params: { id: dog.id },
      payload: {
        ...patchOf(values, changedFields(blank, values)),
        ...(removed && !mediaId && { image: null }),
        base: { name: dog.name, breed: dog.breed, birthdate: dog.birthdate, titles: dog.titles, image: dog.image },
      },
      clearDraft: draftKey(dog.id),
      ...(mediaId && { mediaId }),
    });
  const remove = async () => {
    setAsking(false);
    await deleteDog(dog);
    onClose();
  };

  return (
    <>
      <DogFormDialog
        {...TEXTS.editDialog}
        failed={TEXTS.updateFailed}
        draftKey={draftKey(dog.id)}
        draft={draft}
        blank={blank}
        picture={dog.image || before.picture ? { media: before.picture, path: dog.image } : null}
        besideSave={
          <Button tone="danger" icon="trash" onClick={() => (card.sessions > 0 ? setAsking(true) : void remove())}>
            {TEXTS.editDialog.remove}
          </Button>
        }
        onSave={save}
        onClose={onClose}
        onDiscarded={onDiscarded}
      />
      <ConfirmDialog
        open={asking}
        danger
        title={TEXTS.askDelete.title(dog.name)}
        confirmLabel={TEXTS.askDelete.confirm}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>{TEXTS.askDelete.text(card.sessions)}</p>
      </ConfirmDialog>
    </>
  );
}
