import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { FormChange } from '../../../sync/store/form-change.ts';
import { getDog } from '../../../sync/queries/dogs.ts';
import { SwitchRow } from '../../components/switch-row.tsx';
import { type Edit, EditDialog } from '../../forms/edit-dialog.tsx';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { type DogForm, dogFormResolver, formOf, isComplete, patchOf } from '../../dogs/dog-form.ts';
import { DogFields } from './dog-fields.tsx';
import { TEXTS } from './texts.ts';

function Retired({ form: { control, setValue } }: { form: UseFormReturn<DogForm> }) {
  const retired = useWatch({ control, name: 'retired' });
  return <SwitchRow label={TEXTS.retired} hint={TEXTS.retiredHint} checked={retired} onChange={(on) => setValue('retired', on)} />;
}

/** The Edit Dog Profile dialog. Deleting a dog with sessions asks first (R46). */
export function EditDogDialog({ id, onDeleted, onClose }: { id: string; onDeleted: () => void; onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const row = useLive(() => getDog(store, id), [store, id]);

  const changeOf = ({ seen: { dog }, values, changed, mediaId }: Edit<NonNullable<typeof row>, DogForm>): FormChange => {
    const mediaRemoved = values.pictureRemoved && mediaId === null;
    const payload = {
      ...patchOf(values, changed, new Date(ports.now()).toISOString()),
      ...(mediaRemoved && { image: null }),
      base: dog,
    };
    return { call: 'dogs.update', id, payload, mediaId, mediaRemoved };
  };
  return (
    <EditDialog
      entity="dogs"
      id={id}
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      failedInServersWords
      resolver={dogFormResolver(() => ports.now())}
      takes="dogs"
      formOf={({ dog }) => formOf(dog)}
      updating={{ changeOf }}
      deletedWords={({ dog: { name } }) => TEXTS.deleted(name)}
      askDelete={({ dog: { name }, figures: { sessions } }) =>
        sessions > 0 ? { title: TEXTS.askDelete.title(name), text: TEXTS.askDelete.text(sessions), confirm: TEXTS.askDelete.confirm } : null
      }
      {...{ row, isComplete, onDeleted, onClose }}
    >
      {({ dog: { image }, picture }, form, picked) => (
        <>
          <DogFields form={form} picked={picked} current={image || picture ? { media: picture, path: image } : null} />
          <Retired form={form} />
        </>
      )}
    </EditDialog>
  );
}
