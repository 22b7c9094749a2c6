import { CreateDialog } from '../../forms/create-dialog.tsx';
import { usePorts } from '../../sync/sync-provider.tsx';
import { BLANK_DOG, dogFormResolver, isComplete, payloadOf } from '../../dogs/dog-form.ts';
import { DogFields } from './dog-fields.tsx';
import { TEXTS } from './texts.ts';

const DRAFT = 'dogs.create';

/** The Add New Dog dialog. */
export function AddDogDialog({ onClose }: { onClose: () => void }) {
  const ports = usePorts();
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.addFailed}
      failedInServersWords
      draftKey={DRAFT}
      blank={BLANK_DOG}
      resolver={dogFormResolver(() => ports.now())}
      takes="dogs"
      creating={(id) => ({ changeOf: (values, mediaId) => ({ call: 'dogs.create', id, payload: payloadOf(values), mediaId }) })}
      {...{ isComplete, onClose }}
    >
      {(form, picked) => <DogFields form={form} picked={picked} current={null} />}
    </CreateDialog>
  );
}
