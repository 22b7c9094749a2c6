import { getDog } from '../../../sync/queries/dogs.ts';
import { updateWithFile } from '../../../sync/update-with-file.ts';
import { type Edit, EditDialog } from '../../forms/edit-dialog.tsx';
import { useDeleteRow } from '../../forms/use-delete-row.ts';
import { requestBackgroundSync } from '../../sync/request-background-sync.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { type DogForm, dogFormResolver, formOf, isComplete, patchOf } from './dog-form.ts';
import { DogFields } from './dog-fields.tsx';
import { TEXTS } from './texts.ts';

/** The Edit Dog Profile dialog, and the way to delete the dog, which asks first where it has sessions (decision 10). */
export function EditDogDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const deleteRow = useDeleteRow('dogs');
  const row = useLive(() => getDog(store, id), [store, id]);
  const draftKey = `dogs.update:${id}`;

  const save = async ({ seen: { dog }, values, changed, mediaId }: Edit<NonNullable<typeof row>, DogForm>) => {
    const { name, breed, birthdate, titles, image } = dog;
    const removed = values.pictureRemoved && mediaId === null;
    const payload = {
      ...patchOf(values, changed),
      ...(removed && { image: null }),
      base: { name, breed, birthdate, titles, image },
    };
    const mutated = await updateWithFile(store, ports, 'dogs', id, { mediaId, removed }, { payload, clearDraft: draftKey });
    requestBackgroundSync();
    return [mutated];
  };
  return (
    <EditDialog
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      failedInServersWords
      resolver={dogFormResolver}
      takes="dogs"
      formOf={({ dog }) => formOf(dog)}
      onUpdate={save}
      onDelete={({ dog: { name } }) => deleteRow({ id, deleted: TEXTS.deleted(name), failed: TEXTS.updateFailed })}
      askDelete={({ dog: { name }, figures: { sessions } }) =>
        sessions > 0 ? { title: TEXTS.askDelete.title(name), text: TEXTS.askDelete.text(sessions), confirm: TEXTS.askDelete.confirm } : null
      }
      {...{ row, draftKey, isComplete, onClose }}
    >
      {({ dog: { image }, picture }, form, picked) => (
        <DogFields form={form} picked={picked} current={image || picture ? { media: picture, path: image } : null} />
      )}
    </EditDialog>
  );
}
