import { useState } from 'react';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { usePorts } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { CueFields } from './cue-fields.tsx';
import { BLANK_CUE, cueFormResolver, payloadOf } from './cue-form.ts';
import { TEXTS } from './texts.ts';

const DRAFT = 'cues.create';

/** The Create Cue dialog. */
export function CreateCueDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const ports = usePorts();
  const mutate = useMutate();
  // One id for as long as the dialog is open: however often the button is tapped, it is one cue.
  const [id] = useState(() => ports.newId());
  return (
    <FormDialog
      {...TEXTS.createDialog}
      failed={TEXTS.createFailed}
      draftKey={DRAFT}
      blank={BLANK_CUE}
      resolver={cueFormResolver}
      onSave={async (values) => [await mutate('cues.create', { id, payload: payloadOf(values), clearDraft: DRAFT })]}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <CueFields form={form} />}
    </FormDialog>
  );
}
