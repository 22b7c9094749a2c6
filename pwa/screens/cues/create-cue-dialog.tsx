import { CreateDialog } from '../../forms/create-dialog.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { CueFields } from './cue-fields.tsx';
import { BLANK_CUE, cueFormResolver, payloadOf } from './cue-form.ts';
import { TEXTS } from './texts.ts';

const DRAFT = 'cues.create';

/** The Create Cue dialog. */
export function CreateCueDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const mutate = useMutate();
  return (
    <CreateDialog
      texts={TEXTS.createDialog}
      failed={TEXTS.createFailed}
      draftKey={DRAFT}
      blank={BLANK_CUE}
      resolver={cueFormResolver}
      onCreate={async (id, values) => [await mutate('cues.create', { id, payload: payloadOf(values), clearDraft: DRAFT })]}
      {...{ onClose, onSaved }}
    >
      {(form) => <CueFields form={form} />}
    </CreateDialog>
  );
}
