import { CreateDialog } from '../../forms/create-dialog.tsx';
import { CueFields } from './cue-fields.tsx';
import { BLANK_CUE, cueFormResolver, payloadOf } from './cue-form.ts';
import { TEXTS } from './texts.ts';

const DRAFT = 'cues.create';

/** The Create Cue dialog. */
export function CreateCueDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  return (
    <CreateDialog
      texts={TEXTS.createDialog}
      failed={TEXTS.createFailed}
      draftKey={DRAFT}
      blank={BLANK_CUE}
      resolver={cueFormResolver}
      creating={(id) => ({ changeOf: (values) => ({ call: 'cues.create', id, payload: payloadOf(values), mediaId: null }) })}
      {...{ onClose, onSaved }}
    >
      {(form) => <CueFields form={form} />}
    </CreateDialog>
  );
}
