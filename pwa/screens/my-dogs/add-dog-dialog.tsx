import { CreateDialog } from '../../forms/create-dialog.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { BLANK_DOG, dogFormResolver, isComplete, payloadOf } from './dog-form.ts';
import { DogFields } from './dog-fields.tsx';
import { TEXTS } from './texts.ts';

const DRAFT = 'dogs.create';

/** The Add New Dog dialog. */
export function AddDogDialog({ onClose }: { onClose: () => void }) {
  const mutate = useMutate();
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.addFailed}
      failedInServersWords
      draftKey={DRAFT}
      blank={BLANK_DOG}
      resolver={dogFormResolver}
      takes="dogs"
      onCreate={async (id, values, mediaId) => [
        await mutate('dogs.create', { id, payload: payloadOf(values), clearDraft: DRAFT, ...(mediaId && { mediaId }) }),
      ]}
      {...{ isComplete, onClose }}
    >
      {(form, picked) => <DogFields form={form} picked={picked} current={null} />}
    </CreateDialog>
  );
}
